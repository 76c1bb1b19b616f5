import { parseArgs } from 'node:util';
import { KERNELS, type KernelName, type PlaygroundOptions } from './server.ts';

/** A wrong command line; the message is for the person who typed it. */
export class UsageError extends Error {}

export function readFlags(args: readonly string[]): PlaygroundOptions {
  const values = parse(args);
  return {
    port: readPort(values.port ?? '0'),
    kernel: readKernel(values.kernel ?? 'pyodide'),
    ...(values.python === undefined ? {} : { python: values.python }),
  };
}

interface Values {
  port?: string | undefined;
  kernel?: string | undefined;
  python?: string | undefined;
}

function parse(args: readonly string[]): Values {
  try {
    return parseArgs({
      args: [...args],
      options: { port: { type: 'string' }, kernel: { type: 'string' }, python: { type: 'string' } },
      allowPositionals: false,
    }).values;
  } catch (error) {
    throw new UsageError(
      `${error instanceof Error ? error.message : String(error)} (flags: --port N, --kernel ${KERNELS.join('|')}, --python PATH)`,
    );
  }
}

function readPort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65535) {
    throw new UsageError(`--port must be a number from 0 to 65535, not "${value}"`);
  }
  return port;
}

function readKernel(value: string): KernelName {
  const known = KERNELS.find((name) => name === value);
  if (!known) throw new UsageError(`unknown kernel "${value}"; there is: ${KERNELS.join(', ')}`);
  return known;
}
