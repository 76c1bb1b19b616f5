import { expect, it } from 'vitest';
import { splitWords } from '../../../bridge/browser/split-words.ts';
import { parseCommandLine } from '../../../bridge/cli/command-line.ts';
import { commands } from '../../../bridge/cli/commands.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { COMMANDS } from '../../support/documented-commands.ts';
import { commandsIn, commandsOf, pageAt, pages } from '../../support/markdown.ts';

/** Commands of the program that are being built. Whatever is in `commands` is not pending any more. */
const PENDING = ['setup', 'doctor', 'demo', 'serve', 'canary', 'shape', 'agent'].filter(
  (name) => !commands.has(name),
);

const scripts = new Set(Object.keys(packageJson.scripts));
/** The program, as it is called from a clone, from a package, and by its name. */
const PROGRAM = /^(?:npx (?:-y )?cellwire(?:@\S+)?|cellwire|node \S*dist\/bridge\/cellwire\.js)(?= |$)/;

const withoutSettings = (command: string): string => command.replace(/^(?:[A-Z_]+=(?:'[^']*'|\S*)\s+)+/, '');

/** What is wrong with a command; null where it is known, or none of ours. */
function faultOf(command: string): string | null {
  const [program] = PROGRAM.exec(command) ?? [];
  if (program !== undefined) return programFault(splitWords(command.slice(program.length), 'linux'));
  const [, run, name = ''] = /^npm (run (?:-s )?|start|test|ci)(\S*)/.exec(command) ?? [];
  if (run === undefined) return null;
  if (run === 'ci') return null;
  const script = run === 'start' || run === 'test' ? run : name;
  return scripts.has(script) ? null : `there is no script "${script}"`;
}

function programFault(words: string[]): string | null {
  const [first = ''] = words;
  if (PENDING.includes(first)) return null;
  try {
    parseCommandLine(words, {});
    return null;
  } catch (error) {
    return String(error);
  }
}

const faultsIn = (text: string): string[] =>
  commandsIn(text)
    .flatMap(commandsOf)
    .map(withoutSettings)
    .flatMap((command) => {
      const fault = faultOf(command);
      return fault === null ? [] : [`${command}: ${fault}`];
    });

it.each(pages().map((page) => [page.path, page] as const))('commands in %s are known', (_path, page) => {
  expect(faultsIn(page.text)).toEqual([]);
});

const IS_COMMAND = /^(?:[A-Z_]+=|(?:npm|npx|node|cellwire|codex) )/;

it('each command of README and tutorial is known to be run by a test, or to be out of reach of one', () => {
  const found = ['README.md', 'docs/tutorial.md']
    .flatMap((path) => commandsIn(pageAt(path).text))
    .flatMap(commandsOf)
    .filter((command) => IS_COMMAND.test(command));
  expect(Object.keys(COMMANDS).sort()).toEqual([...new Set(found)].sort());
});

it.each(Object.entries(COMMANDS))('%s is where it is said to be run', (command, where) => {
  if ('reason' in where) return expect(where.reason).toMatch(/\.$/);
  expect(pageAt(where.test).text).toContain(where.as ?? command);
});

it.each([
  ['npm run nonsense', 'npm run nonsense: there is no script "nonsense"'],
  ['node dist/bridge/cellwire.js --nonsense', expect.stringContaining("Unknown option '--nonsense'")],
  ['npx cellwire nonsense', expect.stringContaining('There is no command "nonsense"')],
  ["X='a b' cellwire --port none", expect.stringContaining('--port takes a number')],
])('finds what is wrong with %s', (command, fault) => {
  expect(faultsIn(`\`\`\`sh\n${command}\n\`\`\``)).toEqual([fault]);
});
