import { npm } from './command.mjs';
import { SetupError } from './say.mjs';

/**
 * Always, because it takes seconds and a stale build costs an hour of wondering.
 * @param {string} script
 */
export async function build(script) {
  if (await npm('run', '--silent', script)) return;
  throw new SetupError(`The build failed, see above (npm run ${script}).`);
}
