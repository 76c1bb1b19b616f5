/** A file or folder of the runtime, as it is now. */
export interface FileFacts {
  /** From the root on. */
  path: string;
  kind: 'file' | 'folder' | 'other';
  bytes: number;
  /** Another one whenever the file is another, or has been written to. */
  version: string;
}

export interface ListedFile {
  name: string;
  kind: FileFacts['kind'];
  /** Null where it is no file. */
  bytes: number | null;
  /** When it was last written to, in ISO 8601. Null where that cannot be known. */
  modified: string | null;
}

export interface FileListing {
  path: string;
  files: ListedFile[];
  /** What to go on after; null at the end. */
  next: string | null;
}

/** What is there already of a file that is about to be written. */
export interface WrittenPart {
  /** Where the file will be. */
  path: string;
  bytes: number;
  sha256: string;
}

/**
 * The files of the runtime, in pieces that fit a frame. A file that is written grows under another name beside its
 * place, and gets its own only when it is whole. All methods reject with `Failure`.
 */
export interface RuntimeFiles {
  look(path: string): Promise<FileFacts>;
  list(path: string, after: string | null): Promise<FileListing>;
  /** In base64. Fails with `conflict` where the file is not the one of this version any more. */
  read(file: Pick<FileFacts, 'path' | 'version'>, offset: number, length: number): Promise<string>;
  /** SHA-256 of its first bytes, or of all. */
  hash(path: string, length?: number): Promise<string>;
  /** A `path` that is a folder takes the file under this name. */
  begin(file: { path: string; name: string; bytes: number; overwrite: boolean }): Promise<WrittenPart>;
  cut(path: string, length: number): Promise<void>;
  write(path: string, offset: number, base64: string): Promise<{ bytes: number }>;
  finish(file: { path: string; bytes: number; sha256: string; overwrite: boolean }): Promise<void>;
  removePart(path: string): Promise<void>;
}
