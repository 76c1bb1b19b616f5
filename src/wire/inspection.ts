import type { FailureData } from '../notebook/failure.ts';
import type { CanaryReport, PageShape } from '../notebook/inspection.ts';

/**
 * What people ask of a page through the bridge, and models never do: these are requests of their own, and no tools. The
 * bridge passes them on to the tab that calls go to. What fails is an answer, too.
 */
export const CANARY_METHOD = 'cellwire/canary';
export const SHAPE_METHOD = 'cellwire/shape';

export const isInspection = (method: string): boolean => method === CANARY_METHOD || method === SHAPE_METHOD;

export type InspectionAnswer = { report: CanaryReport } | { shape: PageShape } | { failure: FailureData };
