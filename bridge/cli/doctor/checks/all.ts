import type { Check } from '../check.ts';
import { browser } from './browser.ts';
import { clients } from './clients.ts';
import { colab } from './colab.ts';
import { display } from './display.ts';
import { extension } from './extension.ts';
import { keysFile } from './keys-file.ts';
import { localAccess } from './local-access.ts';
import { loopback } from './loopback.ts';
import { node } from './node.ts';
import { port } from './port.ts';
import { processes } from './processes.ts';
import { proxy } from './proxy.ts';
import { wsl } from './wsl.ts';

/** In the order in which they are told. */
export const checks: readonly Check[] = [
  node,
  browser,
  display,
  extension,
  localAccess,
  loopback,
  port,
  keysFile,
  clients,
  processes,
  proxy,
  wsl,
  colab,
];
