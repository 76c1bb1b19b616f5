import { kernelFiles } from '../../files/kernel-files.ts';
import type { RuntimeFiles, WrittenPart } from '../../files/runtime-files.ts';
import type { Served } from '../../files/transfer.ts';
import { Failure } from '../../notebook/failure.ts';
import type { RuntimeContext } from '../tool.ts';
import { defineTool, z } from '../tool.ts';

const input = z.strictObject({
  from: z.string().min(1).describe("On the user's disk, below the bridge's folder."),
  path: z.string().min(1).default('.').describe('A file or folder in the runtime.'),
  overwrite: z.boolean().default(false).describe('Replace a file that is there.'),
});

export const uploadFile = defineTool<typeof input, RuntimeContext>({
  name: 'upload_file',
  title: 'Copy a file to the runtime',
  group: 'files',
  effect: 'transfers',
  description:
    "Copies a file from the user's disk to the runtime, checked by SHA-256. Cut off, the same call goes on where it stopped.",
  input,
  output: z.object({ path: z.string(), bytes: z.int(), sha256: z.string() }),
  async run({ from, path, overwrite }, { kernel, transfer, signal }) {
    if (!transfer?.upload) throw needsBridge(from);
    const files = kernelFiles(kernel);
    const { name, bytes } = transfer.upload;
    const part = await files.begin({ path, name, bytes, overwrite });
    const end = await transfer.serve(serving(files, part, { bytes, overwrite }), signal);
    if (!('failure' in end)) return { data: end.data };
    if (!end.keepPart) await files.removePart(part.path);
    throw end.failure;
  },
});

function serving(
  files: RuntimeFiles,
  part: WrittenPart,
  whole: { bytes: number; overwrite: boolean },
): Served {
  const { path } = part;
  return {
    facts: { ...part },
    perform: async (step) => {
      switch (step.step) {
        case 'cut':
          await files.cut(path, step.length);
          return {};
        case 'write':
          return files.write(path, step.offset, step.base64);
        case 'finish':
          await files.finish({ path, ...whole, sha256: step.sha256 });
          return {};
        default:
          throw new Failure(
            'invalid_input',
            `A file that is sent has no step ${step.step}.`,
            'Update cellwire.',
          );
      }
    },
  };
}

const needsBridge = (from: string): Failure =>
  new Failure(
    'unsupported',
    `This server cannot read ${from} from the user's disk; nothing was sent.`,
    "Use Cellwire's own bridge (npx cellwire), ask the user to drop the file into Colab's files pane, or let execute_code fetch it from an address.",
  );
