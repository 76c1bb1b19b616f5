/** What the program can do besides serving an agent, by the first word of its command line. */
export interface CliCommand {
  /** For the help, in one line. */
  summary: string;
  /** Gets the words after the command's own; gives the exit code: 0 done, 1 failed, 2 not understood. */
  run: (args: string[]) => Promise<number>;
}

/** Each is loaded only when it is called: an agent waits for the program's first answer. */
export const commands: ReadonlyMap<string, CliCommand> = new Map<string, CliCommand>([
  [
    'setup',
    {
      summary: 'tells your agents about Cellwire, and unpacks the extension',
      run: async (args) => (await import('./setup/setup.ts')).run(args),
    },
  ],
  [
    'demo',
    {
      summary: 'shows an agent at work in a local notebook',
      run: async (args) => (await import('./demo/demo.ts')).run(args),
    },
  ],
  [
    'doctor',
    {
      summary: 'says what is wrong on this computer, and what mends it',
      run: async (args) => (await import('./doctor/run.ts')).run(args),
    },
  ],
  [
    'canary',
    {
      summary: 'tries in a scratch notebook whether all still works with Colab of today, for reports',
      run: async (args) => (await import('./canary/run.ts')).run(args),
    },
  ],
  [
    'shape',
    {
      summary: "writes down what Colab's page consists of, without anything of yours, for reports",
      run: async (args) => (await import('./canary/run-shape.ts')).run(args),
    },
  ],
  [
    'agent',
    {
      summary: 'lets a model of yours work in a notebook, from this terminal',
      run: async (args) => (await import('./agent/run-agent.ts')).run(args),
    },
  ],
]);
