import { callPython } from '../../kernel/call-python.ts';
import source from '../../kernel/use_secret.py?raw';
import type { FailureKind } from '../../notebook/failure.ts';
import { Failure } from '../../notebook/failure.ts';
import { sealedBox } from '../../secrets/sealed-box.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  name: z
    .string()
    .min(1)
    .max(500)
    // Not as a pattern: Python's validators cannot read this one, and would refuse every call.
    .refine((name) => !/[=\p{Cc}]/u.test(name), 'a name of an environment variable'),
});

const Sealed = z.object({ sealed: z.array(z.string()) });
const Refused = z.object({ refused: z.string() });

export const useSecret = defineTool({
  name: 'use_secret',
  title: 'Use a secret',
  group: 'files',
  effect: 'discloses',
  description:
    "Puts a secret of the user into the runtime's environment (os.environ), under its own name. You never see the value: it is taken out of what tools return.",
  input,
  output: z.object({ environmentVariable: z.string() }),
  async run({ name }, { kernel, secrets }) {
    const { modulus, exponent, open } = await sealedBox();
    const found = await callPython(kernel, { name: 'use_secret', source }, { name, modulus, exponent });
    const refused = Refused.safeParse(found);
    if (refused.success) throw refusal(refused.data.refused, name);
    const { sealed } = Sealed.parse(found);
    secrets.keep(name, await open(sealed));
    return { data: { environmentVariable: name } };
  },
});

const REFUSALS: Record<string, [FailureKind, (name: string) => string, string]> = {
  no_secrets: [
    'unsupported',
    () => "This runtime has no secrets: Colab's google.colab.userdata is not there.",
    'Ask the user to set the environment variable in the runtime.',
  ],
  too_short: [
    'unsupported',
    (name) =>
      `${name} has fewer than 6 characters: too few to be kept out of what you see, so it was not used.`,
    'Ask the user for another way.',
  ],
  SecretNotFoundError: [
    'not_found',
    (name) => `There is no secret ${name}.`,
    "Ask the user to add it in Colab's Secrets pane (the key at the left).",
  ],
  NotebookAccessError: [
    'user_action_required',
    (name) => `The user has not given this notebook access to ${name}.`,
    "Ask the user to switch on its notebook access in Colab's Secrets pane, then call again.",
  ],
  TimeoutException: [
    'user_action_required',
    (name) => `Colab did not hand out ${name} in time.`,
    'Ask the user to look at the Colab tab, which may show a question, then call again.',
  ],
};

function refusal(why: string, name: string): Failure {
  const [kind, sentence, next] = REFUSALS[why] ?? [
    'internal',
    () => `Colab did not hand out ${name} (${why}).`,
    'Try again, or ask the user to set the environment variable in the runtime.',
  ];
  return new Failure(kind, `${sentence(name)} Nothing was put into the environment.`, next);
}
