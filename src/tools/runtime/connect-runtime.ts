import { callPython } from '../../kernel/call-python.ts';
import source from '../../kernel/hardware.py?raw';
import { Failure } from '../../notebook/failure.ts';
import type { KernelState } from '../../notebook/kernel.ts';
import { isRecord } from '../../wire/json.ts';
import { defineTool, z } from '../tool.ts';
import { tellLost } from './lost-state.ts';
import { changedRuntimeResult } from './runtime-result.ts';
import { tellRuntime } from './tell-runtime.ts';

const input = z.strictObject({
  accelerator: z
    .string()
    .min(1)
    .optional()
    .describe('As Colab offers it: "T4", "TPU", "none" …; default: as it is.'),
});

export const connectRuntime = defineTool({
  name: 'connect_runtime',
  title: 'Connect a runtime',
  group: 'runtime',
  effect: 'controls',
  description:
    'Connects a runtime where there is none, or one with another accelerator in place of this one, whose variables and files are then gone. `lost` tells what is gone, and the cells to run again.',
  input,
  output: changedRuntimeResult,
  async run({ accelerator }, { kernel, runs, progress }) {
    const before = await kernel.state();
    runs.record.look(before);
    progress('connecting a runtime');
    const after = await kernel.connect(accelerator === undefined ? {} : { accelerator });
    // Another machine has taken the place of the one before.
    if (isOther(before, after)) runs.record.lose({ wasDisconnected: true });
    runs.record.look(after);
    const lost = runs.record.takeLost();
    const told = lost ? { lost: tellLost(lost) } : {};
    if (accelerator === undefined) return { data: { runtime: tellRuntime(after), ...told } };
    const hardware = await callPython(kernel, { name: 'hardware', source });
    requireHardware(accelerator, after.accelerator, hardware);
    return { data: { runtime: { ...tellRuntime(after), hardware }, ...told } };
  },
});

const isOther = (before: KernelState, after: KernelState): boolean =>
  before.session !== undefined && before.session !== after.session;

/** Colab may give another machine than was asked for, and its settings do not tell. */
function requireHardware(wanted: string, setting: string | undefined, hardware: unknown): void {
  const found = isRecord(hardware) ? String(hardware.accelerator) : 'unknown';
  const kind = setting?.split(' ')[0]?.toUpperCase() ?? 'none';
  if (found === kind) return;
  throw new Failure(
    'conflict',
    `The runtime is connected, but it is not what was asked for ("${wanted}"): its accelerator is ${found}.`,
    'Colab may have none left. Go on with this one, or try again later.',
  );
}
