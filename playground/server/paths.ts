import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** From here, and as far from the built server in `dist/playground-server`. */
const PROJECT = fileURLToPath(new URL('../../', import.meta.url));

export const BUILT_FOLDER = join(PROJECT, 'dist', 'playground');
/** Where npm put it, which may be beside us; in our own folder, if anywhere, where it is not to be found. */
export const PYODIDE_FOLDER = pyodideFolder() ?? join(PROJECT, 'node_modules', 'pyodide');
export const SNAPSHOT_FOLDER = join(PROJECT, '.cache', 'playground');
/** What cells, and what runs them, import before anything else: loaded already, each page has it for nothing. */
export const PRELOADED =
  'ast, asyncio, base64, contextlib, datetime, getpass, hashlib, hmac, html, inspect, io, json, linecache, pickle, platform, ' +
  'pprint, re, secrets, shutil, signal, subprocess, tempfile, threading, time, traceback, types, uuid';
/** Named by version, because a picture of one Pyodide's memory is of no use to another, and by what is in it. */
export const SNAPSHOT_NAME = `pyodide-${pyodideVersion()}-${hashOf(PRELOADED)}.snapshot`;
export const SNAPSHOT_FILE = join(SNAPSHOT_FOLDER, SNAPSHOT_NAME);

function pyodideFolder(): string | undefined {
  try {
    return dirname(createRequire(import.meta.url).resolve('pyodide/pyodide.mjs'));
  } catch {
    return undefined;
  }
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 8);
}

function pyodideVersion(): string {
  const card = join(PYODIDE_FOLDER, 'package.json');
  return existsSync(card) ? JSON.parse(readFileSync(card, 'utf8')).version : 'none';
}
