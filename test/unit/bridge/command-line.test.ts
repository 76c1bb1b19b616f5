import { describe, expect, it } from 'vitest';
import { parseCommandLine } from '../../../bridge/cli/command-line.ts';
import { defaultCredentialsFile } from '../../../bridge/cli/credentials-file.ts';
import { helpText } from '../../../bridge/cli/help.ts';
import { UsageError } from '../../../bridge/cli/usage-error.ts';
import { tools } from '../../../src/tools/catalogue.ts';

const GROUPS = [...new Set(tools.map(({ group }) => group))];

const DEFAULTS = { openBrowser: true, toolGroups: null, tokenFile: defaultCredentialsFile() };

const FLAGS: Array<[flag: string, value: string, option: string, expected: unknown]> = [
  ['--port', '65535', 'port', 65_535],
  ['--token-file', '/a/b.json', 'tokenFile', '/a/b.json'],
  ['--browser', 'firefox --new', 'browserCommand', 'firefox --new'],
  ['--colab-url', 'http://localhost:1/x', 'colabUrl', 'http://localhost:1/x'],
  ['--tools', 'run, session', 'toolGroups', new Set(['run', 'session'])],
  ['--save-dir', '/a/b', 'saveDir', '/a/b'],
  ['--log-file', 'x.log', 'logFile', 'x.log'],
  ['--runtime', 'http://h:1/?token=t', 'runtime', { baseUrl: 'http://h:1/', token: 't' }],
];

describe('the command line', () => {
  it('may be empty: a browser is opened, and all tools are there', () => {
    expect(parseCommandLine([])).toEqual({ kind: 'serve', options: DEFAULTS });
  });

  it.each(FLAGS)('takes %s', (flag, value, option, expected) => {
    const options = { ...DEFAULTS, [option]: expected };
    expect(parseCommandLine([flag, value])).toEqual({ kind: 'serve', options });
    expect(parseCommandLine([`${flag}=${value}`])).toEqual({ kind: 'serve', options });
  });

  it('takes --no-browser', () => {
    expect(parseCommandLine(['--no-browser'])).toMatchObject({ options: { openBrowser: false } });
  });

  it('takes the runtime from the environment too, where other users do not see it; the flag goes first', () => {
    const env = { CELLWIRE_RUNTIME: 'https://h/?token=t' };
    expect(parseCommandLine([], env)).toMatchObject({
      options: { runtime: { baseUrl: 'https://h/', token: 't' } },
    });
    expect(parseCommandLine(['--runtime', 'http://other/'], env)).toMatchObject({
      options: { runtime: { baseUrl: 'http://other/', token: '' } },
    });
    expect(parseCommandLine([], { CELLWIRE_RUNTIME: '' })).toEqual({ kind: 'serve', options: DEFAULTS });
  });

  it('never repeats what was given as a runtime: it may hold a token', () => {
    const asIn = 'takes the address of a Jupyter server, as in http://localhost:8888/?token=…';
    expect(() => parseCommandLine(['--runtime', 'h:1/?token=secret'])).toThrow(
      new UsageError(`--runtime ${asIn}`),
    );
    expect(() => parseCommandLine([], { CELLWIRE_RUNTIME: 'secret' })).toThrow(
      new UsageError(`CELLWIRE_RUNTIME ${asIn}`),
    );
  });

  it.each(['port', 'browser', 'colab-url', 'token-file'])('refuses --%s with a runtime', (flag) => {
    const value = { port: '1', 'colab-url': 'http://x/' }[flag] ?? 'x';
    expect(() => parseCommandLine([`--${flag}`, value, '--runtime', 'http://h/'])).toThrow(
      new UsageError(`--${flag} is for a notebook in a browser, and a runtime has none.`),
    );
  });

  it.each([
    [['--help'], 'help'],
    [['-h'], 'help'],
    [['dance', '--help'], 'help'],
    [['help'], 'help'],
    [['help', 'serve'], 'help'],
    [['--version'], 'version'],
    [['-v'], 'version'],
  ])('%j asks for the %s', (args, kind) => {
    expect(parseCommandLine(args)).toEqual({ kind });
  });

  it.each([[['setup', '--help']], [['help', 'setup']]])('%j is for the command', (args) => {
    expect(parseCommandLine(args)).toMatchObject({ kind: 'command', name: 'setup' });
  });

  it.each([
    [['--nonsense'], "Unknown option '--nonsense'."],
    [['--save-dir', ''], '--save-dir needs a value.'],
    [['--port'], '--port needs a value.'],
    [['--port', '--http'], '--port needs a value.'],
    [['dance'], 'There is no command "dance".'],
    [['--port', 'x'], '--port takes a number from 1 to 65535, not "x".'],
    [['--port', '1e3'], '--port takes a number from 1 to 65535, not "1e3".'],
    [['--port', '0'], '--port takes a number from 1 to 65535, not "0".'],
    [['--port', '65536'], '--port takes a number from 1 to 65535, not "65536".'],
    [['--token-file', ' '], '--token-file needs a value.'],
    [['--browser', ''], '--browser needs a value.'],
    [['--log-file', ''], '--log-file needs a value.'],
    [['--colab-url', 'ftp://x'], '--colab-url takes the address of a notebook, not "ftp://x".'],
    [['--colab-url', 'x'], '--colab-url takes the address of a notebook, not "x".'],
    [['--tools', 'run,cookery'], `--tools: there is no group "cookery". Groups are ${GROUPS.join(', ')}.`],
  ])('refuses %j', (args, sentence) => {
    expect(() => parseCommandLine(args)).toThrow(new UsageError(sentence));
  });

  it('is explained flag by flag', () => {
    const explained = [...helpText().matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag]) => flag);
    const http = ['--http-port', '--http-token-file', '--host'];
    const all = [...FLAGS.map(([flag]) => flag), ...http, '--no-browser', '--help', '--version'];
    expect(explained.sort()).toEqual(all.sort());
    expect(helpText()).toContain(`offer only these groups of tools: ${GROUPS.join(', ')}\n`);
  });
});
