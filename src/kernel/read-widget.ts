import type { Kernel } from '../notebook/kernel.ts';
import { isRecord } from '../wire/json.ts';
import { callPython } from './call-python.ts';
import { inlineParts } from './inline-parts.ts';
import readWidgetScript from './read_widget.py?raw';
import shortened from './shortened.py?raw';

const source = inlineParts(readWidgetScript, { shortened });

/** What a widget shows now; null when the kernel does not know it (any more). */
export async function readWidget(kernel: Pick<Kernel, 'execute'>, model: string): Promise<string | null> {
  const answer = await callPython(kernel, { name: 'view_output', source }, { model });
  const words = isRecord(answer) ? answer.words : null;
  return typeof words === 'string' ? words : null;
}
