import { z } from 'zod';
import type { ClientId } from '../../bridge/cli/clients/client.ts';

/**
 * What each client's documentation says of a server that is started as a program. Strict: a member that is not
 * documented is one that the client may refuse.
 */
const program = {
  command: z.string().min(1),
  args: z.array(z.string()).optional(),
  env: z.record(z.string(), z.string()).optional(),
};

/** https://code.claude.com/docs/en/mcp: user scope, `mcpServers` of ~/.claude.json. */
const claudeCode = z.strictObject({ type: z.literal('stdio').optional(), ...program });
/** https://modelcontextprotocol.io/docs/develop/connect-local-servers */
const claudeDesktop = z.strictObject(program);
/** https://developers.openai.com/codex/mcp: tables `mcp_servers.NAME`. */
const codex = z.strictObject({
  ...program,
  cwd: z.string().optional(),
  enabled: z.boolean().optional(),
  startup_timeout_sec: z.number().optional(),
  tool_timeout_sec: z.number().optional(),
});
/** https://geminicli.com/docs/tools/mcp-server/ */
const gemini = z.strictObject({
  ...program,
  cwd: z.string().optional(),
  timeout: z.number().optional(),
  trust: z.boolean().optional(),
});
/** https://cursor.com/docs/context/mcp: `type` is asked for where a program is started. */
const cursor = z.strictObject({ type: z.literal('stdio'), ...program, envFile: z.string().optional() });
/** https://code.visualstudio.com/docs/agents/reference/mcp-configuration */
const vscode = z.strictObject({
  type: z.literal('stdio'),
  ...program,
  cwd: z.string().optional(),
  envFile: z.string().optional(),
});
/** https://docs.windsurf.com/windsurf/cascade/mcp */
const windsurf = z.strictObject({ ...program, disabled: z.boolean().optional() });

const servers = <T extends z.ZodType>(entry: T) => z.record(z.string(), entry);

export const CLIENT_FILES: Record<ClientId, z.ZodType> = {
  'claude-code': z.looseObject({ mcpServers: servers(claudeCode) }),
  'claude-desktop': z.looseObject({ mcpServers: servers(claudeDesktop) }),
  codex: z.looseObject({ mcp_servers: servers(codex) }),
  gemini: z.looseObject({ mcpServers: servers(gemini) }),
  cursor: z.looseObject({ mcpServers: servers(cursor) }),
  // VS Code's own schema has no other members at the top.
  vscode: z.strictObject({ servers: servers(vscode), inputs: z.array(z.unknown()).optional() }),
  windsurf: z.looseObject({ mcpServers: servers(windsurf) }),
};

/** https://github.com/modelcontextprotocol/mcpb/blob/main/MANIFEST.md, version 0.3: what we use of it. */
export const BUNDLE_MANIFEST = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string(),
  display_name: z.string(),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  description: z.string(),
  long_description: z.string(),
  author: z.strictObject({ name: z.string() }),
  license: z.string(),
  icon: z.string(),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string(),
    mcp_config: z.strictObject({ command: z.string(), args: z.array(z.string()) }),
  }),
  tools_generated: z.boolean(),
  prompts_generated: z.boolean(),
  keywords: z.array(z.string()),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
});

/** https://geminicli.com/docs/extensions/reference: every option of a server but `trust`. */
export const GEMINI_EXTENSION = z.strictObject({
  name: z.string().regex(/^[a-z0-9-]+$/),
  version: z.string(),
  description: z.string(),
  mcpServers: servers(gemini.omit({ trust: true })),
});
