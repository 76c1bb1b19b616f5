import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '../../playground/server/jupyter/free-port.ts';
import { has, interpreters } from '../../scripts/setup/find-jupyter.mjs';
import type { RuntimeServer } from './runtime-server.ts';
import { kernelsOf } from './runtime-server.ts';
import { temporaryFolder } from './temporary-folder.ts';

const START_MS = 30_000;

/** A Python that has Jupyter's Kernel Gateway: the one in CELLWIRE_GATEWAY_PYTHON, or any that is around. No set-up installs it. */
export async function findKernelGateway(): Promise<string | undefined> {
  const named = process.env.CELLWIRE_GATEWAY_PYTHON;
  for (const python of named ? [named] : interpreters()) {
    if (await has(python, ['kernel_gateway', 'ipykernel'])) return python;
  }
  return undefined;
}

/** A Kernel Gateway on loopback, as docs/scaling.md starts one. */
export async function startKernelGateway(
  python: string,
  given: { port?: number; token?: string } = {},
): Promise<RuntimeServer> {
  const port = given.port ?? (await freePort());
  const token = given.token ?? randomBytes(24).toString('hex');
  const folder = await temporaryFolder('gateway');
  const child = spawn(
    python,
    [
      ...['-m', 'kernel_gateway', '--KernelGatewayApp.ip=127.0.0.1', `--KernelGatewayApp.port=${port}`],
      ...['--JupyterWebsocketPersonality.list_kernels=True', '--KernelGatewayApp.log_level=ERROR'],
    ],
    {
      stdio: 'ignore',
      cwd: folder.path,
      env: { ...process.env, KG_AUTH_TOKEN: token, JUPYTER_NO_CONFIG: '1', IPYTHONDIR: folder.path },
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const server: RuntimeServer = {
    url: `http://127.0.0.1:${port}/`,
    token,
    close: async () => {
      child.kill('SIGTERM');
      const late = setTimeout(() => child.kill('SIGKILL'), 5_000);
      await ended;
      clearTimeout(late);
      await folder.remove();
    },
  };
  for (const end = Date.now() + START_MS; Date.now() < end; await pause(100)) {
    if (child.exitCode !== null) throw new Error(`The gateway ended with code ${child.exitCode}.`);
    if (
      await kernelsOf(server).then(
        () => true,
        () => false,
      )
    )
      return server;
  }
  await server.close();
  throw new Error('The gateway did not start in time.');
}
