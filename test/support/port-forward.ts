import type { ChildProcess } from 'node:child_process';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { NetworkPair } from './network-pair.ts';

const SSHD = '/usr/sbin/sshd';
/** Where sshd wants an empty folder. */
const SSHD_FOLDER = '/run/sshd';
const SSH_PORT = 2222;
const FORWARD_PORT = 2223;

export const hasSsh = existsSync(SSHD) && existsSync('/usr/bin/ssh');

export interface Forward {
  close: () => Promise<void>;
}

/** The laptop's loopback port leads to the same port of the server's loopback, by two programs as ssh has them. */
export async function plainForward(
  { laptop, server }: NetworkPair,
  port: number,
  atLaptop = port,
): Promise<Forward> {
  const relay = (from: [number, string], to: [number, string]): string => `
    const { createServer, connect } = require('node:net');
    createServer((near) => {
      const far = connect(${to[0]}, '${to[1]}');
      for (const one of [near, far]) one.on('error', () => {}).on('close', () => { near.destroy(); far.destroy(); });
      near.pipe(far).pipe(near);
    }).listen(${from[0]}, '${from[1]}', () => console.log('ready'));`;
  const run = (prefix: string[], script: string): ChildProcess =>
    inside(prefix, [process.execPath, '-e', script], 'pipe');
  const far = run(server.prefix, relay([FORWARD_PORT, server.address], [port, '127.0.0.1']));
  const near = run(laptop.prefix, relay([atLaptop, '127.0.0.1'], [FORWARD_PORT, server.address]));
  for (const { stdout } of [far, near]) await line(stdout, /ready/);
  return { close: () => endAll([near, far]) };
}

/** The same by `ssh -L`, with a server, keys and settings of its own in this folder. */
export async function sshForward(
  { laptop, server }: NetworkPair,
  port: number,
  folder: string,
): Promise<Forward> {
  const at = (name: string): string => join(folder, name);
  for (const name of ['host', 'user']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
  }
  await copyFile(at('user.pub'), at('authorized'));
  const settings = [
    ...[`ListenAddress ${server.address}:${SSH_PORT}`, `HostKey ${at('host')}`, 'PidFile none', 'UsePAM no'],
    ...[`AuthorizedKeysFile ${at('authorized')}`, 'StrictModes no', 'PermitRootLogin prohibit-password'],
  ];
  await writeFile(at('sshd_config'), `${settings.join('\n')}\n`);
  const isNew = !existsSync(SSHD_FOLDER);
  if (isNew) mkdirSync(SSHD_FOLDER, { mode: 0o755 });
  const daemon = inside(server.prefix, [SSHD, '-D', '-e', '-f', at('sshd_config')], 'ignore');
  await line(daemon.stderr, /Server listening/);
  const client = inside(
    laptop.prefix,
    [
      ...['ssh', '-v', '-N', '-F', 'none', '-i', at('user'), '-p', String(SSH_PORT)],
      ...['-o', 'StrictHostKeyChecking=no', '-o', `UserKnownHostsFile=${at('known')}`],
      ...['-o', 'ExitOnForwardFailure=yes', '-L', `${port}:127.0.0.1:${port}`, `root@${server.address}`],
    ],
    'ignore',
  );
  await line(client.stderr, /Entering interactive session/);
  return {
    close: async () => {
      await endAll([client, daemon]);
      if (isNew) rmSync(SSHD_FOLDER, { recursive: true, force: true });
    },
  };
}

function inside(prefix: string[], words: string[], stdout: 'pipe' | 'ignore'): ChildProcess {
  const [command = '', ...args] = [...prefix, ...words];
  return spawn(command, args, { stdio: ['ignore', stdout, 'pipe'] });
}

/** Resolves when it has said so; what it says after that is read by nobody, and in nobody's way. */
async function line(stream: Readable | null, what: RegExp): Promise<void> {
  if (!stream) throw new Error('Its output is not read.');
  const said: string[] = [];
  const lines = createInterface({ input: stream });
  await new Promise<void>((resolve, reject) => {
    lines.on('line', (text) => {
      said.push(text);
      if (what.test(text)) resolve();
    });
    lines.on('close', () => reject(new Error(`It ended and said: ${said.join('\n')}`)));
  });
}

async function endAll(children: readonly ChildProcess[]): Promise<void> {
  for (const child of children) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const gone = once(child, 'exit');
    child.kill();
    await gone;
  }
}
