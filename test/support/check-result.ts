import { AjvJsonSchemaValidator } from '@modelcontextprotocol/client/validators/ajv';
import { ownTools } from '../../bridge/agent/own-tools.ts';
import { tools } from '../../src/tools/catalogue.ts';
import { listingOf } from '../../src/tools/listing.ts';

type Check = (data: unknown) => string | null;

/** Whether the data of a result is what `tools/list` promises of the tool: null, or what is wrong with it. */
export function checkOf(listing: { outputSchema?: unknown }): Check {
  const { outputSchema } = listing;
  if (typeof outputSchema !== 'object' || outputSchema === null) return () => 'it has no output schema';
  const validate = new AjvJsonSchemaValidator().getValidator<unknown>({ ...outputSchema });
  return (data) => {
    // As it travels: what is undefined is not there.
    const { valid, errorMessage } = validate(JSON.parse(JSON.stringify(data ?? null)));
    return valid ? null : `${errorMessage}`;
  };
}

const listings = new Map([
  ...ownTools.map((tool) => [tool.name, listingOf(tool)] as const),
  ...tools.map((tool) => [tool.name, listingOf(tool)] as const),
]);
const checks = new Map<string, Check>();

/** Throws where a result of one of our tools is not what its output schema says. Tools that we do not know may say anything. */
export function checkResult(name: string, data: unknown): void {
  const listing = listings.get(name);
  if (!listing) return;
  const check = checks.get(name) ?? checkOf(listing);
  checks.set(name, check);
  const wrong = check(data);
  if (wrong !== null) {
    throw new Error(
      `The result of ${name} is not what its output schema says: ${wrong}. ${JSON.stringify(data).slice(0, 500)}`,
    );
  }
}
