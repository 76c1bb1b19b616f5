import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { retryAfter } from '../../../bridge/cli/agent/model-endpoint.ts';
import type { ModelOptions } from '../../../bridge/cli/agent/model-options.ts';
import type { AgentOptions } from '../../../bridge/cli/agent/options.ts';
import { readOptions } from '../../../bridge/cli/agent/options.ts';
import { endpointUrl } from '../../../bridge/cli/agent/run-agent.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

function read(args: string[], env: NodeJS.ProcessEnv = {}): AgentOptions {
  const options = readOptions(args, env);
  if (options === 'help') throw new Error('This is help.');
  return options;
}

function model(args: string[], env: NodeJS.ProcessEnv = {}): ModelOptions {
  const { planner } = read(['--model', 'm', 'do it', ...args], env);
  if (planner.kind !== 'model') throw new Error('This is a script.');
  return planner.model;
}

const LOCAL = ['--base-url', 'http://localhost:11434/v1'];

describe('the command line of the agent', () => {
  it('takes a task, its limits, and what the bridge is told', () => {
    const options = read(
      [
        'plot',
        'it',
        ...LOCAL,
        '--yes',
        'edit,run',
        '--yes',
        'files',
        '--max-steps',
        '3',
        '--',
        '--colab-url',
        'x',
      ],
      {
        CELLWIRE_AGENT_MODEL: 'm',
      },
    );
    expect(options).toMatchObject({
      goal: 'plot it',
      allowed: ['edit', 'run', 'files'],
      maxSteps: 3,
      maxTokens: 500_000,
      bridgeFlags: ['--colab-url', 'x'],
    });
  });

  it.each<[string[], string]>([
    [[], 'Say what is to be done'],
    [['x', '--script', 'f'], 'not both'],
    [['x', ...LOCAL], 'Which model?'],
    [['x', ...LOCAL, '--model', 'm', '--yes', 'all'], 'there is no class "all"'],
    [['x', ...LOCAL, '--model', 'm', '--max-steps', '0'], '--max-steps takes a whole number'],
    [['x', ...LOCAL, '--model', 'm', '--api', 'grpc'], '--api is openai or anthropic'],
    [['x', ...LOCAL, '--model', 'm', '--timeout', '3000'], '300 seconds at most'],
    [['x', '--model', 'm', '--server', 'node x', '--', '--port', '1'], 'takes another one'],
  ])('%j is refused: %s', (args, words) => {
    expect(() => readOptions(args, { OPENAI_API_KEY: 'k' })).toThrow(words);
  });
});

describe('the key', () => {
  it.each(['--key', '--api-key', '--apikey', '--key=sk-secret', '--api-key=sk-secret'])(
    'is not taken from the command line, and not repeated (%s)',
    (flag) => {
      const words = 'A key does not belong on a command line';
      expect(() => model([...LOCAL, flag])).toThrow(words);
      expect(() => model([...LOCAL, flag])).not.toThrow('sk-secret');
    },
  );

  it('comes from the environment: ours, or the vendor’s for the vendor’s address', () => {
    expect(model([], { OPENAI_API_KEY: 'vendor' })).toMatchObject({
      key: 'vendor',
      baseUrl: new URL('https://api.openai.com/v1'),
    });
    expect(model([], { OPENAI_API_KEY: 'vendor', CELLWIRE_AGENT_KEY: 'own' }).key).toBe('own');
    expect(model(['--api', 'anthropic'], { ANTHROPIC_API_KEY: 'a', OPENAI_API_KEY: 'o' }).key).toBe('a');
    const beside = { OPENAI_API_KEY: 'vendor', OPENAI_BASE_URL: 'https://proxy.example/v1' };
    expect(model([], beside)).toMatchObject({ key: 'vendor', baseUrl: new URL('https://proxy.example/v1') });
  });

  it('of a vendor does not go to another address', () => {
    expect(model(['--base-url', 'https://other.example/v1'], { OPENAI_API_KEY: 'vendor' }).key).toBeNull();
    const env = { OPENAI_API_KEY: 'vendor', CELLWIRE_AGENT_BASE_URL: 'https://other.example/v1' };
    expect(model([], env).key).toBeNull();
  });

  it('is wanted by the vendor, and not sent in the clear', () => {
    expect(() => model([])).toThrow('api.openai.com wants a key: put it into OPENAI_API_KEY');
    const far = ['--base-url', 'http://gpu.example:8000/v1'];
    expect(() => model(far, { CELLWIRE_AGENT_KEY: 'k' })).toThrow('unencrypted');
    expect(() => model(['--base-url', 'http://127.evil.example/v1'], { CELLWIRE_AGENT_KEY: 'k' })).toThrow(
      'unencrypted',
    );
    expect(model(far).key).toBeNull();
    expect(model(LOCAL, { CELLWIRE_AGENT_KEY: 'k' }).key).toBe('k');
  });

  it('comes from a file, which others should not read', async () => {
    const folder = await temporaryFolder('key');
    const file = join(folder.path, 'key');
    try {
      expect(() => model([...LOCAL, '--key-file', file])).toThrow('The key file cannot be read');
      await writeFile(file, 'sk-in-a-file\n', { mode: 0o600 });
      expect(model([...LOCAL, '--key-file', file], { CELLWIRE_AGENT_KEY: 'k' }).key).toBe('sk-in-a-file');
      await chmod(file, 0o644);
      const { warnings } = read(['x', '--model', 'm', ...LOCAL, '--key-file', file]);
      if (process.platform !== 'win32') expect(warnings.join()).toContain(`chmod 600 ${file}`);
      await writeFile(file, 'two lines\nof key');
      expect(() => model([...LOCAL, '--key-file', file])).toThrow('characters that no key has');
      await writeFile(file, '\n');
      expect(() => model([...LOCAL, '--key-file', file])).toThrow('There is no key in');
    } finally {
      await folder.remove();
    }
  });
});

describe('the address', () => {
  it.each([
    ['http://localhost:1/v1', '/chat/completions', 'http://localhost:1/v1/chat/completions'],
    ['http://localhost:1/v1/', '/chat/completions', 'http://localhost:1/v1/chat/completions'],
    ['http://localhost:1/v1/chat/completions', '/chat/completions', 'http://localhost:1/v1/chat/completions'],
    [
      'https://a.example/x?api-version=1',
      '/chat/completions',
      'https://a.example/x/chat/completions?api-version=1',
    ],
    ['https://api.anthropic.com', '/v1/messages', 'https://api.anthropic.com/v1/messages'],
    ['https://a.example/anthropic/v1', '/v1/messages', 'https://a.example/anthropic/v1/messages'],
    ['https://a.example/v1/messages', '/v1/messages', 'https://a.example/v1/messages'],
  ])('%s with %s', (base, path, url) => {
    expect(endpointUrl(new URL(base), path).href).toBe(url);
  });

  it.each(['localhost:11434', 'ftp://x/', 'https://sk-key@api.example/v1'])(
    '%s is refused, unrepeated',
    (base) => {
      expect(() => model(['--base-url', base])).toThrow(/^--base-url/);
      expect(() => model(['--base-url', base])).not.toThrow('sk-key');
    },
  );
});

it('retry-after is a number of seconds, or a date', () => {
  expect(retryAfter(null)).toBeNull();
  expect(retryAfter('1.5')).toBe(1_500);
  expect(retryAfter('-1')).toBe(0);
  expect(retryAfter('soon')).toBeNull();
  const now = Date.parse('Wed, 21 Oct 2026 07:28:00 GMT');
  expect(retryAfter('Wed, 21 Oct 2026 07:28:30 GMT', now)).toBe(30_000);
});
