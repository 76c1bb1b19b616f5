/// <reference path="./raw-python.d.ts" />
import forgetSource from '../../kernel/forget_source.py?raw';
import { inlineParts } from '../../kernel/inline-parts.ts';
import { cellRevision } from '../../notebook/revision.ts';
import redirection from './python/redirection.py?raw';
import runCode from './python/run_code.py?raw';
import spool from './python/spool.py?raw';

/** One text of them all: a kernel has no folder of ours to import from. */
export const spoolSource = inlineParts(runCode, { forget_source: forgetSource, redirection, spool });

/** In `sys.modules`, where it is found again by the next call, and by another page of the same version. */
const MODULE = `cellwire_spool_${cellRevision('code', spoolSource).replace(/\W/g, '')}`;

/** Made by the page in the folder of a run, to stop it. */
export const STOP_FILE = 'stop';

type Argument = string | number | boolean | null | readonly string[];

/** Where an earlier call to the same kernel has put it. Sent alone it is parsed in no time. */
const PRESENT = `__import__("sys").modules[${literal(MODULE)}]`;

/** The same, and puts it there if need be: one expression that names nothing in the user's namespace. */
const PRESENT_OR_NEW =
  `(lambda modules: modules.get(${literal(MODULE)}) or ` +
  `(exec(compile(${literal(spoolSource)}, "<cellwire>", "exec"), ` +
  `modules.setdefault(${literal(MODULE)}, type(modules["sys"])(${literal(MODULE)})).__dict__), ` +
  `modules[${literal(MODULE)}])[1])(__import__("sys").modules)`;

export interface SpooledCode {
  folder: string;
  code: string;
  isQuiet: boolean;
  isUnrecorded: boolean;
  /** The page gets to see what the kernel's answer carries. */
  answers: boolean;
  /** By the clock of the kernel. */
  startBefore: number | null;
  /** Folders of earlier runs, which have been read. */
  done: readonly string[];
  /** The kernel is known to be the one that was asked before. */
  isSameKernel: boolean;
}

export function runInPython(spooled: SpooledCode): string {
  const { folder, code, isQuiet, isUnrecorded, answers, startBefore, done, isSameKernel } = spooled;
  // The kernel lends its loop only to what awaits itself; whether the code really does, Python finds out.
  const mayAwait = /\b(await|async)\b/.test(code);
  const name = mayAwait ? 'run_async' : 'run';
  const module = isSameKernel ? PRESENT : PRESENT_OR_NEW;
  const call = callOf(module, name, folder, code, isQuiet, answers, startBefore, done, !isUnrecorded);
  return mayAwait ? `await ${call}` : call;
}

export function proveInPython(folder: string, nonce: string): string {
  return callOf(PRESENT_OR_NEW, 'prove', folder, nonce);
}

export function removeInPython(folders: readonly string[]): string {
  return callOf(PRESENT_OR_NEW, 'remove', folders);
}

function callOf(module: string, name: string, ...args: readonly Argument[]): string {
  return `${module}.${name}(${args.map(literal).join(', ')})`;
}

/** JSON's strings, numbers and lists are Python's as well. */
function literal(value: Argument): string {
  if (value === null) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  return JSON.stringify(value);
}
