import type { Client, ClientId, ServerCommand, ServerEntry } from './client.ts';
import { configFolder, localFolder, type Machine, pathsOf } from './machine.ts';

const plain = ({ command, args }: ServerCommand): ServerEntry => ({ command, args });
const typed = ({ command, args }: ServerCommand): ServerEntry => ({ type: 'stdio', command, args });

const inHome =
  (...names: string[]) =>
  (machine: Machine): string[] => [pathsOf(machine).join(machine.home, ...names)];

const claudeCode: Client = {
  id: 'claude-code',
  name: 'Claude Code',
  format: 'json',
  servers: 'mcpServers',
  files: (machine) => [pathsOf(machine).join(machine.env.CLAUDE_CONFIG_DIR || machine.home, '.claude.json')],
  signs: (machine) => [
    ...(machine.env.CLAUDE_CONFIG_DIR ? [machine.env.CLAUDE_CONFIG_DIR] : []),
    ...inHome('.claude.json')(machine),
    ...inHome('.claude')(machine),
  ],
  program: 'claude',
  entry: typed,
  afterwards: 'Start Claude Code anew; /mcp shows the server.',
};

const claudeDesktopFolders = (machine: Machine): string[] => {
  const { join } = pathsOf(machine);
  const usual = join(configFolder(machine), 'Claude');
  if (machine.platform !== 'win32') return [usual];
  // From the Store, and in newer installers: Windows gives it a folder of its own in place of %APPDATA%.
  const packaged = ['Packages', 'Claude_pzs8sxrjxfjjc', 'LocalCache', 'Roaming', 'Claude'];
  return [join(localFolder(machine), ...packaged), usual];
};

const claudeDesktop: Client = {
  id: 'claude-desktop',
  name: 'Claude Desktop',
  format: 'json',
  servers: 'mcpServers',
  files: (machine) =>
    claudeDesktopFolders(machine).map((folder) =>
      pathsOf(machine).join(folder, 'claude_desktop_config.json'),
    ),
  signs: claudeDesktopFolders,
  entry: plain,
  afterwards: 'Quit Claude Desktop (not only its window) and start it again.',
};

const codexFolder = (machine: Machine): string =>
  machine.env.CODEX_HOME || pathsOf(machine).join(machine.home, '.codex');

const codex: Client = {
  id: 'codex',
  name: 'Codex',
  format: 'toml',
  servers: 'mcp_servers',
  files: (machine) => [pathsOf(machine).join(codexFolder(machine), 'config.toml')],
  signs: (machine) => [codexFolder(machine)],
  program: 'codex',
  entry: plain,
  afterwards: 'Start Codex anew; "codex mcp list" shows the server.',
};

const geminiFolder = (machine: Machine): string =>
  pathsOf(machine).join(machine.env.GEMINI_CLI_HOME || machine.home, '.gemini');

const gemini: Client = {
  id: 'gemini',
  name: 'Gemini CLI',
  format: 'json',
  servers: 'mcpServers',
  files: (machine) => [pathsOf(machine).join(geminiFolder(machine), 'settings.json')],
  signs: (machine) => [geminiFolder(machine)],
  program: 'gemini',
  entry: plain,
  afterwards: 'Start Gemini CLI anew; /mcp shows the server.',
};

const cursor: Client = {
  id: 'cursor',
  name: 'Cursor',
  format: 'json',
  servers: 'mcpServers',
  files: inHome('.cursor', 'mcp.json'),
  signs: inHome('.cursor'),
  program: 'cursor',
  entry: typed,
  afterwards: 'Switch the server on in Settings → MCP, if Cursor asks.',
};

const vscodeFolders = (machine: Machine): string[] =>
  ['Code', 'Code - Insiders', 'VSCodium'].map((edition) =>
    pathsOf(machine).join(configFolder(machine), edition, 'User'),
  );

const vscode: Client = {
  id: 'vscode',
  name: 'VS Code',
  format: 'json',
  servers: 'servers',
  files: (machine) => vscodeFolders(machine).map((folder) => pathsOf(machine).join(folder, 'mcp.json')),
  signs: vscodeFolders,
  program: 'code',
  entry: typed,
  afterwards:
    'Run "MCP: List Servers" from the command palette and start cellwire; the agent mode of the chat has its tools.',
};

const windsurf: Client = {
  id: 'windsurf',
  name: 'Windsurf',
  format: 'json',
  servers: 'mcpServers',
  files: inHome('.codeium', 'windsurf', 'mcp_config.json'),
  signs: inHome('.codeium', 'windsurf'),
  program: 'windsurf',
  entry: plain,
  afterwards: 'Press Refresh in the MCP settings of Cascade.',
};

export const clients: readonly Client[] = [
  claudeCode,
  claudeDesktop,
  codex,
  gemini,
  cursor,
  vscode,
  windsurf,
];

/** By its id, or its name in any spelling: "VS Code", "claude_desktop". */
export function clientNamed(text: string): Client | undefined {
  const bare = (name: string): string => name.toLowerCase().replaceAll(/[^a-z]/g, '');
  return clients.find(({ id, name }) => [id, name].some((known) => bare(known) === bare(text)));
}

export const clientOf = (id: ClientId): Client | undefined => clients.find((client) => client.id === id);
