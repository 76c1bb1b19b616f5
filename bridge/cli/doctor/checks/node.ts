import { GET_NODE, isSupportedNode, NEEDED_NODE } from '../../../node-version.ts';
import type { Check } from '../check.ts';
import { failure, ok } from '../check.ts';

export const node: Check = {
  id: 'node',
  title: 'Node',
  run: async ({ machine: { nodeVersion } }) =>
    isSupportedNode(nodeVersion)
      ? ok(nodeVersion)
      : failure(`cellwire needs ${NEEDED_NODE}, and this is Node ${nodeVersion}`, GET_NODE),
};
