import { basename, posix } from 'node:path';
import { downloadFile } from '../../src/tools/files/download-file.ts';
import { uploadFile } from '../../src/tools/files/upload-file.ts';
import { isRecord } from '../../src/wire/json.ts';
import type { TabClient } from '../tabs/tab-client.ts';
import type { FarFile } from './save-file.ts';
import { saveFile } from './save-file.ts';
import type { SaveFolder } from './save-folder.ts';
import type { FarPart } from './send-file.ts';
import { sendFile } from './send-file.ts';
import type { Step } from './tab-transfer.ts';
import { transferThrough } from './tab-transfer.ts';

type Payload = Record<string, unknown>;

interface FileCall {
  params: Payload;
  signal: AbortSignal;
  onProgress: ((progress: Payload) => void) | undefined;
}

/** Not more often than a person could read. */
const PROGRESS_MS = 200;

/** The calls that are half the tab's and half ours. Null: this one is not, or the tab has to say what is wrong with it. */
export function fileCall(
  client: Pick<TabClient, 'request'>,
  folder: SaveFolder,
  call: FileCall,
): Promise<Payload> | null {
  const { name, arguments: args } = call.params;
  if (name === downloadFile.name) {
    const given = downloadFile.input.safeParse(args);
    return given.success ? download(client, folder, call, given.data) : null;
  }
  if (name === uploadFile.name) {
    const given = uploadFile.input.safeParse(args);
    return given.success ? upload(client, folder, call, given.data) : null;
  }
  return null;
}

async function download(
  client: Pick<TabClient, 'request'>,
  folder: SaveFolder,
  call: FileCall,
  args: Payload,
): Promise<Payload> {
  const path = String(args.path);
  const to = typeof args.to === 'string' ? args.to : undefined;
  const target = await folder.target(to, posix.basename(path), args.overwrite === true);
  // Whoever is asked in the tab sees where it would go.
  const params = withArguments(call.params, { to: target.path });
  return transferThrough(client, { ...call, params }, null, (facts, step, signal) => {
    const far = farFile(facts, step);
    return saveFile(far, folder, target, { signal, tell: telling(call, far.bytes) });
  });
}

async function upload(
  client: Pick<TabClient, 'request'>,
  folder: SaveFolder,
  call: FileCall,
  args: Payload,
): Promise<Payload> {
  const file = await folder.source(String(args.from));
  try {
    const params = withArguments(call.params, { from: file.path });
    const facts = { name: basename(file.path), bytes: file.bytes };
    return await transferThrough(client, { ...call, params }, facts, (part, step, signal) =>
      sendFile(file, farPart(part, step), { signal, tell: telling(call, file.bytes) }),
    );
  } finally {
    await file.close();
  }
}

function farFile({ path, bytes }: Payload, step: Step): FarFile {
  return {
    path: String(path),
    bytes: Number(bytes),
    read: async (offset, length) => {
      const { base64 } = await step({ step: 'read', offset, length });
      return Buffer.from(String(base64), 'base64');
    },
    hash: async (length) => String((await step({ step: 'hash', length })).sha256),
  };
}

function farPart({ path, bytes, sha256 }: Payload, step: Step): FarPart {
  return {
    path: String(path),
    bytes: Number(bytes),
    sha256: String(sha256),
    cut: async (length) => void (await step({ step: 'cut', length })),
    write: async (offset, piece) =>
      Number((await step({ step: 'write', offset, base64: piece.toString('base64') })).bytes),
    finish: async (hash) => void (await step({ step: 'finish', sha256: hash })),
  };
}

function withArguments(params: Payload, more: Payload): Payload {
  return { ...params, arguments: { ...(isRecord(params.arguments) ? params.arguments : {}), ...more } };
}

function telling({ onProgress }: FileCall, total: number): (done: number) => void {
  let last = performance.now();
  return (done) => {
    if (performance.now() - last < PROGRESS_MS) return;
    last = performance.now();
    onProgress?.({ progress: done, total, message: `${megabytes(done)} of ${megabytes(total)} MB` });
  };
}

const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(1);
