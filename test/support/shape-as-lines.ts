import type { Output } from '../../src/notebook/cell.ts';
import type { ShapedOutputs, ShapeOptions } from '../../src/outputs/shape-outputs.ts';
import { shapeOutputs } from '../../src/outputs/shape-outputs.ts';

/** Shaped the way get_cells gives them, as nbformat writes texts: so a test sees where a text breaks. */
export const shapeAsLines = (
  outputs: readonly Output[],
  options: ShapeOptions = {},
): Promise<ShapedOutputs> => shapeOutputs(outputs, { asLines: true, ...options });
