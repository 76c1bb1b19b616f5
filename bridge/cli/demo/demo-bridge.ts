import { join } from 'node:path';
import { Client, SdkError, SdkErrorCode } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { isRecord } from '../../../src/wire/json.ts';
import { VERSION } from '../../version.ts';
import { DemoFailure } from './demo-failure.ts';

const NOTEBOOK = 'https://colab.research.google.com/notebooks/empty.ipynb';
const LINK = /https:\/\/\S*mcpProxyToken=\S+/;
/** A tab takes a second or two. */
const CONNECTS_WITHIN_MS = 30_000;

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
  const isConnected = await new Promise<boolean>((resolve, reject) => {
    let isOpened = false;
    const onprogress = ({ message = '' }): void => {
      const link = LINK.exec(message)?.[0];
      if (link === undefined || isOpened) return;
      isOpened = true;
      // Where the page does not open, nobody has to wait until the bridge gives up.
      open(link).catch(reject);
    };
    client
      .callTool(
        { name: 'open_colab_browser_connection', arguments: {} },
        { onprogress, timeout: CONNECTS_WITHIN_MS },
      )
      .then(({ structuredContent }) =>
        resolve(isRecord(structuredContent) && structuredContent.connected === true),
      )
      .catch((error: unknown) => (isTimeout(error) ? resolve(false) : reject(error)));
  });
  if (isConnected) return;
  throw new DemoFailure(
    `The notebook did not connect within ${CONNECTS_WITHIN_MS / 1000} seconds. "cellwire doctor" may know why.`,
  );
}

const isTimeout = (error: unknown): boolean =>
  error instanceof SdkError && error.code === SdkErrorCode.RequestTimeout;
