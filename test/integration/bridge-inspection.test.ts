import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { CANARY_METHOD, SHAPE_METHOD } from '../../src/wire/inspection.ts';
import type { Agent } from '../support/mcp-stdio-client.ts';
import { startAgent } from '../support/mcp-stdio-client.ts';

let agent: Agent;
beforeEach(async () => {
  agent = await startAgent();
});
afterEach(() => agent.close());

const ask = (method: string, params: Record<string, unknown>) =>
  agent.client.request({ method, params }, z.looseObject({}));

describe('what people ask of a page through the bridge', () => {
  it.each([CANARY_METHOD, SHAPE_METHOD])('%s goes to the tab, and is no tool', async (method) => {
    const tab = await agent.openReady();
    await ask(method, { only: ['run'] });
    expect((await tab.received(method)).params).toMatchObject({ only: ['run'] });
    const { tools } = await agent.client.listTools();
    expect(tools.map(({ name }) => name).filter((name) => /canary|shape/.test(name))).toEqual([]);
  });

  it('says what to do where no tab is connected', async () => {
    expect(await ask(CANARY_METHOD, {})).toMatchObject({
      failure: { kind: 'not_connected', next: expect.any(String) },
    });
  });
});
