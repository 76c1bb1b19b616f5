import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../scripts/setup/command.mjs';
import { temporaryFolder } from './temporary-folder.ts';

const exec = promisify(execFile);

export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** What a user has who installed the package, and nothing else: an empty folder, and a home with nothing in it. */
export interface InstalledPackage {
  home: string;
  /** The packed file. */
  tarball: string;
  /** What `npm install` made of it. */
  folder: string;
  /** How long that took. */
  installMs: number;
  /** What npm put there for the command line. */
  program: string;
  /** The `cellwire` of the folder, as npx would start it. */
  cellwire: (...args: string[]) => Promise<Ran>;
  remove: () => Promise<void>;
}

/** Packs what is built and installs it, without a network. */
export async function installPackage(): Promise<InstalledPackage> {
  const temporary = await temporaryFolder('package');
  const home = join(temporary.path, 'home');
  const project = join(temporary.path, 'project');
  await Promise.all([mkdir(home), mkdir(project)]);
  // Nothing of this computer's user: no folders of their own, no agents on the PATH but what the system has.
  const { PATH = '' } = process.env;
  const env = { PATH, HOME: home, USERPROFILE: home };
  // npm is a .cmd file on Windows, which only a shell can start.
  const npm = (args: string[], cwd: string) =>
    exec('npm', args, { cwd, env, shell: process.platform === 'win32' });
  try {
    const packed = await npm(
      ['pack', '--ignore-scripts', '--json', '--pack-destination', temporary.path],
      projectRoot,
    );
    const [{ filename }] = JSON.parse(packed.stdout);
    const tarball = join(temporary.path, filename);
    const started = performance.now();
    await npm(['install', '--offline', '--no-audit', '--no-fund', '--prefix', project, tarball], project);
    const installMs = performance.now() - started;
    const program = join(
      project,
      'node_modules',
      '.bin',
      process.platform === 'win32' ? 'cellwire.cmd' : 'cellwire',
    );
    return {
      home,
      tarball,
      folder: join(project, 'node_modules', 'cellwire'),
      installMs,
      program,
      cellwire: (...args) => run(program, args, { cwd: project, env }),
      remove: temporary.remove,
    };
  } catch (error) {
    await temporary.remove();
    throw error;
  }
}

function run(program: string, args: string[], how: { cwd: string; env: NodeJS.ProcessEnv }): Promise<Ran> {
  return new Promise((resolve) => {
    execFile(program, args, { ...how, shell: process.platform === 'win32' }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === 'number' ? error.code : error ? -1 : 0, stdout, stderr });
    });
  });
}
