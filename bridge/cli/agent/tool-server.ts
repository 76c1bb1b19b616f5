import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import type { CallToolResult, Tool as McpTool } from '@modelcontextprotocol/client';
import { Client } from '@modelcontextprotocol/client';
import { isRecord } from '../../../src/wire/json.ts';
import { StdioTransport } from '../../agent/stdio-transport.ts';
import { VERSION } from '../../version.ts';

/** For a call that tells nothing of how far it is; our tools say so every few seconds. */
const CALL_TIMEOUT_MS = 120_000;
/** A server that was told to end, by the end of its input, and then by a signal. */
const GOODBYE_MS = 5_000;
/** For what it has to say when it cannot be used. */
const LAST_WORDS_MS = 1_000;
const MOST_SAID = 4_000;

export interface ServerCommand {
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
}

export interface CallOptions {
  signal: AbortSignal;
  timeoutMs?: number;
  onprogress?: (message: string) => void;
}

/** The tools that the agent acts with. */
export interface ToolServer {
  readonly tools: readonly McpTool[];
  readonly instructions: string;
  call: (name: string, args: Record<string, unknown>, options: CallOptions) => Promise<CallToolResult>;
  /** What it has complained about, for when it is gone. */
  said: () => string;
  close: () => Promise<void>;
}

/** What a connected client offers; whoever connected it closes it. */
export async function toolsOf(
  client: Client,
  said = (): string => '',
  close = async () => {},
): Promise<ToolServer> {
  const { tools } = await client.listTools();
  return {
    tools,
    instructions: client.getInstructions() ?? '',
    said,
    close,
    call: (name, args, { signal, timeoutMs = CALL_TIMEOUT_MS, onprogress }) =>
      client.callTool(
        { name, arguments: args },
        {
          signal,
          timeout: timeoutMs,
          resetTimeoutOnProgress: true,
          onprogress: ({ message = '' }) => onprogress?.(message),
        },
      ),
  };
}

/**
 * Starts an MCP server as a child. In a process group of its own: Ctrl+C in the terminal is for us, and what runs is to
 * be interrupted through this server, which must not be gone by then.
 */
export async function startToolServer({ command, args, env }: ServerCommand): Promise<ToolServer> {
  const child = spawn(command, args, {
    env,
    detached: true,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-MOST_SAID);
  });
  // EPIPE: it has ended, which is told below.
  child.stdin.on('error', () => {});
  const failed = once(child, 'spawn').then(
    () => null,
    (error: unknown) =>
      isRecord(error) && error.code === 'ENOENT' ? 'there is no such program' : String(error),
  );
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const close = async (): Promise<void> => {
    const timer = setTimeout(() => child.kill('SIGKILL'), GOODBYE_MS);
    child.stdin.end();
    await exited;
    clearTimeout(timer);
    // What it has started may hold the other ends.
    child.stdout.destroy();
    child.stderr.destroy();
  };

  const why = await failed;
  if (why !== null) throw new Error(`The MCP server cannot be started (${command}): ${why}.`);
  const client = new Client({ name: 'Cellwire agent', version: VERSION });
  const lastWords = once(child, 'close');
  try {
    await client.connect(new StdioTransport(child.stdout, child.stdin));
    return await toolsOf(client, () => said, close);
  } catch (error) {
    child.stdin.end();
    await Promise.race([lastWords, pause(LAST_WORDS_MS)]);
    await close();
    const words = said.trim() || (error instanceof Error ? error.message : String(error));
    throw new Error(`The MCP server (${command}) is of no use. It said: ${words}`);
  }
}
