import { describe, expect, it } from 'vitest';
import { agentName, distinctName, UNNAMED_AGENT } from '../../../src/agents/agent.ts';
import { AgentMemory } from '../../../src/agents/agent-memory.ts';
import { Roster } from '../../../src/agents/roster.ts';

describe('the name of an agent', () => {
  it.each([
    ['claude-code', 'claude-code'],
    ['  Claude \n Code\t', 'Claude Code'],
    ['a\u202Eb\u200Bc\u0000d', 'a b c d'],
    ['x'.repeat(100), 'x'.repeat(40)],
    ['😀'.repeat(50), '😀'.repeat(40)],
    ['<img src=x onerror=alert(1)>', '<img src=x onerror=alert(1)>'],
    ['', UNNAMED_AGENT],
    ['\u200B \u202E', UNNAMED_AGENT],
    [undefined, UNNAMED_AGENT],
    [{ name: 'x' }, UNNAMED_AGENT],
    ['User', 'an agent called "User"'],
    ['the  user', 'an agent called "the user"'],
    ['ｔｈｅ ｕｓｅｒ', 'an agent called "the user"'],
    ['The user (of this computer)', 'an agent called "The user (of this comp"'],
    ['userland', 'userland'],
  ])('is one short line that is nobody else’s: %j', (claimed, name) => {
    expect(agentName(claimed)).toBe(name);
    expect(agentName(name)).toBe(name);
  });

  it('is told apart from the same of another', () => {
    expect(distinctName('a', ['b'])).toBe('a');
    expect(distinctName('a', ['a'])).toBe('a (2)');
    expect(distinctName('a', ['a', 'a (2)'])).toBe('a (3)');
    expect(distinctName('Claude', ['claude'])).toBe('Claude (2)');
  });
});

describe('who works in a notebook', () => {
  it('keeps name and colour of one that comes back, and tells who is there', () => {
    const roster = new Roster();
    let told = 0;
    const stop = roster.onChange(() => {
      told += 1;
    });
    expect(roster.enter('one', null)).toEqual({ id: 'one', name: UNNAMED_AGENT, colour: 0 });
    expect(roster.enter('one', 'Claude')).toEqual({ id: 'one', name: 'Claude', colour: 0 });
    expect(roster.enter('two', 'Claude')).toEqual({ id: 'two', name: 'Claude (2)', colour: 1 });
    roster.leave('one');
    expect(roster.present.map(({ id }) => id)).toEqual(['two']);
    expect(told).toBe(4);
    roster.leave('one');
    stop();
    expect(roster.enter('one', 'Claude')).toMatchObject({ name: 'Claude', colour: 0 });
    expect(roster.present.map(({ name }) => name)).toEqual(['Claude', 'Claude (2)']);
    expect(roster.find('two')).toMatchObject({ name: 'Claude (2)' });
    expect(roster.find('three')).toBeNull();
    expect(told).toBe(4);
  });
});

describe('what an agent has seen', () => {
  it('is the revision that it read or wrote last', () => {
    const memory = new AgentMemory();
    expect(memory.revisionOf('a')).toBeUndefined();
    memory.saw('a', '1');
    memory.saw('a', '2');
    expect(memory.revisionOf('a')).toBe('2');
    expect(memory.mayBeMistaken('b')).toBe(false);
  });

  it('may be of before the page was loaded anew', () => {
    const memory = new AgentMemory(true);
    expect(memory.mayBeMistaken('a')).toBe(true);
    memory.saw('a', '1');
    expect(memory.mayBeMistaken('a')).toBe(false);
  });

  it('is bounded: what was seen longest ago goes first', () => {
    const memory = new AgentMemory();
    for (let n = 0; n < 50_000; n++) memory.saw(`c${n}`, 'r');
    memory.saw('c0', 's');
    memory.saw('more', 'r');
    expect([memory.revisionOf('c0'), memory.revisionOf('c1')]).toEqual(['s', undefined]);
  });
});
