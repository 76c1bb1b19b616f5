import { expect, it } from 'vitest';
import { splitWords } from '../../../bridge/browser/split-words.ts';
import { parseCommandLine } from '../../../bridge/cli/command-line.ts';
import { commands } from '../../../bridge/cli/commands.ts';
import packageJson from '../../../package.json' with { type: 'json' };
import { commandsIn, pageAt, pages } from '../../support/markdown.ts';

/** Commands of the program that are being built. Whatever is in `commands` is not pending any more. */
const PENDING = ['setup', 'doctor', 'demo', 'serve', 'canary', 'shape', 'agent'].filter(
  (name) => !commands.has(name),
);

const scripts = new Set(Object.keys(packageJson.scripts));
/** The program, as it is called from a clone, from a package, and by its name. */
const PROGRAM = /^(?:npx (?:-y )?cellwire(?:@\S+)?|cellwire|node \S*dist\/bridge\/cellwire\.js)(?= |$)/;

/** The commands of a line: without comments and settings, and those behind `&&` apart. */
function commandsOf(line: string): string[] {
  return line
    .replace(/(^|\s)#.*$/, '')
    .replace(/\s*\|.*$/, '')
    .split('&&')
    .map((command) => command.trim().replace(/^(?:[A-Z_]+=(?:'[^']*'|\S*)\s+)+/, ''));
}

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
    .flatMap((command) => {
      const fault = faultOf(command);
      return fault === null ? [] : [`${command}: ${fault}`];
    });

it.each(pages().map((page) => [page.path, page] as const))('commands in %s are known', (_path, page) => {
  expect(faultsIn(page.text)).toEqual([]);
});

it('README and tutorial have commands to check', () => {
  for (const path of ['README.md', 'docs/tutorial.md']) {
    const found = commandsIn(pageAt(path).text).flatMap(commandsOf);
    expect(found.filter((command) => /^npm |cellwire/.test(command)).length).toBeGreaterThan(3);
  }
});

it.each([
  ['npm run nonsense', 'npm run nonsense: there is no script "nonsense"'],
  ['node dist/bridge/cellwire.js --nonsense', expect.stringContaining("Unknown option '--nonsense'")],
  ['npx cellwire nonsense', expect.stringContaining('There is no command "nonsense"')],
  ["X='a b' cellwire --port none", expect.stringContaining('--port takes a number')],
])('finds what is wrong with %s', (command, fault) => {
  expect(faultsIn(`\`\`\`sh\n${command}\n\`\`\``)).toEqual([fault]);
});
