import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { clientOf, clients } from '../../../../bridge/cli/clients/catalogue.ts';
import type { Client, ClientId } from '../../../../bridge/cli/clients/client.ts';
import { entryBlock, entryIn, withEntry, withoutEntry } from '../../../../bridge/cli/clients/edit-config.ts';
import { UnreadableConfig, UnusualConfig } from '../../../../bridge/cli/clients/entry-format.ts';

const server = { command: '/usr/bin/node', args: ['/opt/Ä "b"\\c/cellwire.js'] };
const other = { command: 'C:\\node.exe', args: ['x', '--tools', 'run'] };

function known(id: ClientId): Client {
  const client = clientOf(id);
  if (!client) throw new Error(id);
  return client;
}

const json = known('cursor');
const toml = known('codex');

/** Files as people have them; what we add and take away again must leave every byte of them. */
const JSON_FILES = {
  'an empty object': '{}',
  'an empty object over two lines': '{\n}\n',
  'no servers yet': '{\n  "theme": "dark"\n}\n',
  'empty servers': '{\n  "mcpServers": {}\n}\n',
  'empty servers with a comment': '{\n  "mcpServers": {\n    // none yet\n  }\n}\n',
  'another server': '{\n  "mcpServers": {\n    "a": { "command": "b" }\n  },\n  "z": 1\n}\n',
  'tabs and CRLF': '{\r\n\t"mcpServers": {\r\n\t\t"a": {\r\n\t\t\t"command": "b"\r\n\t\t}\r\n\t}\r\n}\r\n',
  'four spaces, no last line end': '{\n    "mcpServers": {\n        "a": {}\n    }\n}',
  'comments and trailing commas':
    '// mine\n{\n  /* servers */\n  "mcpServers": {\n    "a": { "command": "b", }, // why\n    // last word\n  },\n}\n',
  'a comment behind the last one': '{\n  "mcpServers": {\n    "a": {} // keep, and its place\n  }\n}\n',
  'a long comment behind the last one': '{\n  "mcpServers": {\n    "a": {} /* one\n two */\n  }\n}\n',
  'one line': '{"mcpServers":{"a":{"command":"b"}},"z":[1,2]}',
  "Notepad's mark": '\uFEFF{\r\n  "mcpServers": {\r\n    "a": {}\r\n  }\r\n}\r\n',
};

const TOML_FILES = {
  'only settings': '# mine\nmodel = "o5" # fast\n',
  'other servers':
    '[mcp_servers.a]\ncommand = "b"\nargs = [\n  "c", # why\n]\n\n[tui]\nnotifications = true\n',
  'lines that look like tables': 'text = """\n[mcp_servers.cellwire]\n"""\n\n[a]\nb = 1\n',
  CRLF: 'model = "x"\r\n\r\n[a]\r\nb = 1\r\n',
};

describe('our entry in a file of JSON', () => {
  it.each(Object.entries(JSON_FILES))('goes in and out of %s and leaves every byte', (_, before) => {
    const after = withEntry(json, before, json.entry(server));
    expect(entryIn(json, after)).toEqual({ type: 'stdio', ...server });
    expect(withEntry(json, after, json.entry(server))).toBe(after);
    const made = !/"mcpServers"/.test(before);
    const restored = withoutEntry(json, after, made);
    // An object that was empty is written out when something comes in: only the backup has that back.
    if (/\{\}/.test(before) && !before.includes('"a"'))
      expect(restored.replaceAll(/\s/g, '')).toBe(before.replaceAll(/\s/g, ''));
    else expect(restored).toBe(before);
  });

  it('is written as the file is, and behind the comments of others', () => {
    expect(withEntry(json, JSON_FILES['a comment behind the last one'], { command: 'n', args: [] })).toBe(
      '{\n  "mcpServers": {\n    "a": {}, // keep, and its place\n    "cellwire": {\n      "command": "n",\n      "args": []\n    }\n  }\n}\n',
    );
    expect(withEntry(json, JSON_FILES['one line'], { command: 'n' })).toBe(
      '{"mcpServers":{"a":{"command":"b"}, "cellwire": {"command":"n"}},"z":[1,2]}',
    );
  });

  it('is brought up to date, and keeps what the user added to it', () => {
    const before =
      '{\n  "mcpServers": {\n    "cellwire": { "command": "old", "env": { "A": "b" } /* mine */ },\n    "z": {}\n  }\n}\n';
    const after = withEntry(json, before, json.entry(other));
    expect(entryIn(json, after)).toEqual({ type: 'stdio', ...other, env: { A: 'b' } });
    expect(after).toContain('/* mine */');
    expect(withoutEntry(json, after)).toBe('{\n  "mcpServers": {\n    "z": {}\n  }\n}\n');
  });

  it('takes the place of an entry with an address', () => {
    const after = withEntry(json, '{"mcpServers":{"cellwire":{"url":"http://x"}}}', json.entry(server));
    expect(entryIn(json, after)).toEqual({ type: 'stdio', ...server });
  });

  it('is kept out of files that are damaged or ambiguous, with the reason', () => {
    expect(() => withEntry(json, '{\n  "mcpServers": {,}\n}', server)).toThrow(
      /not valid JSON: .* at line 2, column 18/,
    );
    expect(() => withEntry(json, '[]', server)).toThrow(UnreadableConfig);
    expect(() => withEntry(json, '{"mcpServers": []}', server)).toThrow(UnusualConfig);
    expect(() => withEntry(json, '{"mcpServers": {}, "mcpServers": {}}', server)).toThrow(/there 2 times/);
  });
});

describe('our entry in a file of TOML', () => {
  it.each(Object.entries(TOML_FILES))(
    'goes in and out of a file with %s and leaves every byte',
    (_, before) => {
      const after = withEntry(toml, before, toml.entry(server));
      expect(after.startsWith(before)).toBe(true);
      expect(parseToml(after)).toMatchObject({ mcp_servers: { cellwire: server } });
      expect(withEntry(toml, after, toml.entry(server))).toBe(after);
      expect(withoutEntry(toml, after)).toBe(before);
    },
  );

  it('is brought up to date in the middle of others, and keeps what the user added to it', () => {
    const before =
      '[mcp_servers.cellwire] # ours\ncommand = "old" # c\nargs = [\n  "x",\n]\ntool_timeout_sec = 120\n\n[mcp_servers.cellwire.env]\nA = "b"\n\n# for z\n[mcp_servers.z]\ncommand = "z"\n';
    const after = withEntry(toml, before, toml.entry(other));
    expect(after).toContain(
      '[mcp_servers.cellwire] # ours\ncommand = "C:\\\\node.exe" # c\nargs = ["x", "--tools", "run"]\ntool',
    );
    expect(entryIn(toml, after)).toEqual({ ...other, tool_timeout_sec: 120, env: { A: 'b' } });
    expect(withoutEntry(toml, after).trimStart()).toBe('# for z\n[mcp_servers.z]\ncommand = "z"\n');
  });

  it('takes the place of an entry with an address', () => {
    const after = withEntry(
      toml,
      '[mcp_servers.cellwire]\nurl = "http://x"\nenabled = true\n',
      toml.entry(server),
    );
    expect(entryIn(toml, after)).toEqual({ ...server, enabled: true });
  });

  it('is kept out of files that are damaged, or written in a way that cannot be added to', () => {
    expect(() => withEntry(toml, 'a = 1\nb = ?\n', server)).toThrow(/not valid TOML: .*line 2/);
    expect(() => withEntry(toml, 'mcp_servers = { a = { command = "b" } }\n', server)).toThrow(UnusualConfig);
    expect(() => withEntry(toml, '[mcp_servers]\ncellwire = { command = "b" }\n', server)).toThrow(
      UnusualConfig,
    );
    expect(() => withoutEntry(toml, '[mcp_servers]\ncellwire = { command = "b" }\n')).toThrow(UnusualConfig);
  });
});

it.each(clients)('$name: the block to paste is what goes into an empty file', (client) => {
  const entry = client.entry(server);
  expect(withEntry(client, '', entry)).toBe(entryBlock(client, entry));
  expect(entryIn(client, entryBlock(client, entry))).toEqual(entry);
});
