import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { VARIANTS } from '../../playground/variants.ts';
import { callerOf, createAgent } from '../support/agent.ts';
import type { Stack } from '../support/stack.ts';
import { startStack } from '../support/stack.ts';
import { runWithUser } from '../support/user-answers.ts';
import type { Suite } from './tool-suite.ts';
import { toolSuite } from './tool-suite.ts';

describe.each([...Object.keys(VARIANTS), 'run-anyway,md-dialog'])('playground variant %s', (variant) => {
  let stack: Stack;
  let suite: Suite;

  beforeAll(async () => {
    stack = await startStack({ variant });
    const agent = createAgent(callerOf(stack.client));
    suite = { agent, run: (tool, args) => runWithUser(agent, stack.page, tool, args) };
  });
  afterAll(() => stack?.close());

  toolSuite(() => suite);

  it('left no error on the console and broke no policy', () => {
    expect(stack.problems.found).toEqual([]);
  });
});
