import { callPython } from '../kernel/call-python.ts';
import source from '../kernel/files.py?raw';
import { Failure } from '../notebook/failure.ts';
import type { Kernel } from '../notebook/kernel.ts';
import { z } from '../tools/tool.ts';
import { fileFailure } from './file-failure.ts';
import type { RuntimeFiles } from './runtime-files.ts';

const kind = z.enum(['file', 'folder', 'other']);
const Facts = z.object({ path: z.string(), kind, bytes: z.number(), version: z.string() });
const Listed = z.object({
  name: z.string(),
  kind,
  bytes: z.number().nullable(),
  modified: z.string().nullable(),
});
const Listing = z.object({ path: z.string(), files: z.array(Listed), next: z.string().nullable() });
const Hash = z.object({ sha256: z.string() });
const Part = z.object({ path: z.string(), bytes: z.number(), sha256: z.string() });
const Written = z.object({ bytes: z.number() });
const Refusal = z.object({ error: z.object({ code: z.string(), reason: z.string() }) });

interface Piece {
  path: string;
  offset: number;
  /** In base64. */
  data: string;
  /** Where the page has put it, if it could. */
  put: string | null | undefined;
}

const NONE_YET: Promise<{ bytes: number }> = Promise.resolve({ bytes: 0 });

/** The runtime's files by Python in its kernel: works with every kernel that runs Python. */
export function kernelFiles(kernel: Pick<Kernel, 'execute' | 'putFile'>): RuntimeFiles {
  let mayPut = kernel.putFile !== undefined;
  const take = async <Found>(
    step: string,
    answer: z.ZodType<Found>,
    args: Record<string, unknown>,
  ): Promise<Found> => {
    const found = await callPython(kernel, { name: 'files', source }, { step, ...args });
    const refusal = Refusal.safeParse(found);
    if (refusal.success) throw fileFailure(refusal.data.error, String(args.path));
    const read = answer.safeParse(found);
    if (read.success) return read.data;
    throw new Failure(
      'internal',
      `The kernel's answer about ${String(args.path)} makes no sense.`,
      'Do it with execute_code instead.',
    );
  };
  const done = z.object({});
  const writePiece = async ({ path, offset, data, put }: Piece): Promise<{ bytes: number }> => {
    const bytes = decodedLength(data);
    if (put) {
      const taken = await take('take', Written, { path, offset, source: put, length: bytes });
      if (taken.bytes === bytes) return taken;
    }
    // The page has no such service, or it puts files where Python does not find them.
    mayPut = false;
    return take('write', Written, { path, offset, data });
  };
  let lastPiece = NONE_YET;
  return {
    look: (path) => take('look', Facts, { path }),
    list: (path, after) => take('list', Listing, { path, after }),
    read: async ({ path, version }, offset, length) => {
      const { base64 } = await take('read', z.object({ base64: z.string() }), {
        path,
        version,
        offset,
        length,
      });
      return base64;
    },
    hash: async (path, length) => (await take('hash', Hash, { path, length: length ?? null })).sha256,
    begin: ({ path, name, bytes, overwrite }) => {
      lastPiece = NONE_YET;
      return take('begin', Part, { path, name, size: bytes, overwrite });
    },
    cut: async (path, length) => void (await take('cut', done, { path, length })),
    write: (path, offset, data) => {
      const putting = mayPut
        ? kernel.putFile?.({ name: `cellwire-${crypto.randomUUID()}`, base64: data })
        : null;
      // Whoever waits behind one that fails fails with that.
      putting?.catch(() => {});
      // Pieces are put there at the same time, and taken one after the other: one that overtook another would leave a
      // hole where the transfer is cut off, and then it could not go on there.
      lastPiece = lastPiece.then(
        async () => writePiece({ path, offset, data, put: await putting }),
        async (failed: unknown) => {
          const source = await putting?.catch(() => null);
          if (source) await take('discard', done, { path, source }).catch(() => {});
          throw failed;
        },
      );
      return lastPiece;
    },
    finish: async ({ path, bytes, sha256, overwrite }) =>
      void (await take('finish', done, { path, size: bytes, sha256, overwrite })),
    removePart: async (path) => void (await take('remove', done, { path })),
  };
}

const decodedLength = (base64: string): number =>
  (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : base64.endsWith('=') ? 1 : 0);
