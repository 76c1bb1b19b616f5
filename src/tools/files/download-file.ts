import { kernelFiles } from '../../files/kernel-files.ts';
import type { FileFacts, RuntimeFiles } from '../../files/runtime-files.ts';
import type { Served } from '../../files/transfer.ts';
import { Failure } from '../../notebook/failure.ts';
import { CHUNK_BYTES } from '../../wire/transfer.ts';
import type { RuntimeContext, ToolResult } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  path: z.string().min(1).describe('In the runtime.'),
  to: z.string().min(1).optional().describe("Below the bridge's folder; default: its own name."),
  overwrite: z.boolean().default(false).describe('Replace a file that is there.'),
});

export const downloadFile = defineTool<typeof input, RuntimeContext>({
  name: 'download_file',
  title: 'Save a file of the runtime',
  group: 'files',
  effect: 'transfers',
  description:
    "Copies a file from the runtime to the user's disk, checked by SHA-256. Cut off, the same call goes on where it stopped.",
  input,
  output: z.object({ savedTo: z.string().nullable(), bytes: z.int(), sha256: z.string() }),
  async run({ path }, { kernel, transfer, signal, notebookId }) {
    const files = kernelFiles(kernel);
    const facts = await files.look(path);
    if (facts.kind !== 'file') throw noFile(path);
    if (!transfer) return wholeFile(files, facts, notebookId);
    const end = await transfer.serve(serving(files, facts), signal);
    if ('failure' in end) throw end.failure;
    return { data: end.data };
  },
});

function serving(files: RuntimeFiles, facts: FileFacts): Served {
  const { path, bytes } = facts;
  return {
    facts: { path, bytes },
    perform: async (step) => {
      if (step.step === 'hash') return { sha256: await files.hash(path, step.length) };
      if (step.step !== 'read') throw wrongStep(step.step);
      return { base64: await files.read(facts, step.offset, Math.min(step.length, CHUNK_BYTES)) };
    },
  };
}

/** For a server that has no hand on the user's disk: the file itself, if it fits one answer. */
async function wholeFile(files: RuntimeFiles, facts: FileFacts, notebookId: string): Promise<ToolResult> {
  const { path, bytes } = facts;
  if (bytes > CHUNK_BYTES) {
    throw new Failure(
      'unsupported',
      `${path} has ${bytes} bytes; this server takes a file only whole, up to ${CHUNK_BYTES}. Nothing was saved.`,
      "With Cellwire's own bridge (npx cellwire) files of any size can be saved. Or let the runtime put it where it can be fetched, for example into Drive.",
    );
  }
  const blob = await files.read(facts, 0, bytes);
  const uri = `cellwire-file://${notebookId}${encodeURI(path)}`;
  return {
    data: { savedTo: null, bytes, sha256: await files.hash(path) },
    files: [{ uri, mimeType: 'application/octet-stream', blob }],
  };
}

const noFile = (path: string): Failure =>
  new Failure(
    'invalid_input',
    `${path} is a folder, or no ordinary file; nothing was saved.`,
    'Name a file. Pack a folder into one first, with execute_code: shutil.make_archive.',
  );

const wrongStep = (step: string): Failure =>
  new Failure('invalid_input', `A file that is saved has no step ${step}.`, 'Update cellwire.');
