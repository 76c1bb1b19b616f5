import { describe, expect, it, vi } from 'vitest';
import { AgentName } from '../../../bridge/agent/agent-name.ts';

describe('for whom the bridge speaks', () => {
  it('is not known before the client has said so', () => {
    const agent = new AgentName();
    agent.learn(undefined);
    expect(agent.name).toBe('an unnamed agent');
  });

  it.each([
    [{ name: 'claude-code', title: 'Claude Code' }, 'Claude Code'],
    [{ name: 'claude-code', title: '' }, 'claude-code'],
    [{ name: 'claude-code' }, 'claude-code'],
    // Nobody gets to be called a server that is not ours, or the user.
    [{ name: '\u202E' }, 'an unnamed agent'],
    [{ name: 'user' }, 'an agent called "user"'],
  ])('is what the client calls itself: %j', (client, name) => {
    const agent = new AgentName();
    agent.learn(client);
    expect(agent.name).toBe(name);
  });

  it('is told once, and again when it is another', () => {
    const agent = new AgentName();
    agent.onchange = vi.fn();
    for (const name of ['a', 'a', 'b']) agent.learn({ name });
    expect(vi.mocked(agent.onchange).mock.calls).toEqual([['a'], ['b']]);
  });
});
