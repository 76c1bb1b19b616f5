import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '../../../src/wire/json.ts';
import { VERSION } from '../../version.ts';
import { DemoFailure } from './demo-failure.ts';

const NOTEBOOK = 'https://colab.research.google.com/notebooks/empty.ipynb';
const LINK = /https:\/\/\S*mcpProxyToken=\S+/;
/** The bridge waits a minute for a tab; its answer must still reach us. */
const CONNECT_MS = 70_000;

/** This very program, started the way an agent starts it. */
export async function startBridge(program: string, folder: string): Promise<Client> {
  const client = new Client({ name: 'Demo agent', version: VERSION });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [
        ...[program, '--no-browser', '--colab-url', NOTEBOOK],
        ...['--token-file', join(folder, 'bridge.json'), '--save-dir', folder],
      ],
      stderr: 'ignore',
    }),
  );
  return client;
}

/** Asks for a notebook and lets `open` take the link to the browser. */
export async function connect(client: Client, open: (link: string) => Promise<void>): Promise<void> {
  let opened: Promise<void> | undefined;
  const { structuredContent } = await client.callTool(
    { name: 'open_colab_browser_connection', arguments: {} },
    {
      onprogress: ({ message = '' }) => {
        const link = LINK.exec(message)?.[0];
        if (link !== undefined) opened ??= open(link);
        // A page that does not open is told below; meanwhile nobody waits for it.
        opened?.catch(() => {});
      },
      timeout: CONNECT_MS,
    },
  );
  await opened;
  if (isRecord(structuredContent) && structuredContent.connected === true) return;
  throw new DemoFailure('The notebook did not connect. "cellwire doctor" may know why.');
}
