import { describe, expect, it } from 'vitest';
import { agentColour, colourProperties } from '../../../src/ui/shared/agent-colours.ts';
import { isShortcut, shortcutWords } from '../../../src/ui/shared/shortcut.ts';
import { shortText, shownText } from '../../../src/ui/shared/shown-text.ts';

describe('the colours of agents', () => {
  const all = Array.from({ length: 6 }, (_, colour) => agentColour(colour));

  it('differ, and begin anew after the last', () => {
    expect(new Set(all.map(({ light }) => light)).size).toBe(6);
    expect(new Set(all.map(({ dark }) => dark)).size).toBe(6);
    expect(agentColour(6)).toEqual(agentColour(0));
    expect(colourProperties(1)).toEqual({
      '--agent-light': agentColour(1).light,
      '--agent-dark': agentColour(1).dark,
    });
  });

  it('can be read as text on the surfaces of their theme', () => {
    for (const { light, dark } of all) {
      for (const surface of ['#ffffff', '#f0f4f9']) expect(contrast(light, surface)).toBeGreaterThan(4.5);
      for (const surface of ['#282a2c', '#131314']) expect(contrast(dark, surface)).toBeGreaterThan(4.5);
    }
  });
});

describe('a shortcut', () => {
  const key = { key: 'P', code: 'KeyP', altKey: true, shiftKey: true, ctrlKey: false, metaKey: false };
  const pressed = (news: object = {}): KeyboardEvent =>
    // Node has no KeyboardEvent, and no way to make one that is trusted.
    Object.assign(Object.create(null), { isTrusted: true, repeat: false }, key, news);

  it('is pressed by a person, once, with nothing else', () => {
    expect(isShortcut(pressed(), 'p')).toBe(true);
    expect(isShortcut(pressed(), 's')).toBe(false);
    const others = [
      { isTrusted: false },
      { repeat: true },
      { altKey: false },
      { shiftKey: false },
      { ctrlKey: true },
      { metaKey: true },
    ];
    for (const other of others) expect(isShortcut(pressed(other), 'p')).toBe(false);
  });

  it('is the letter where the keyboard has it, else its place', () => {
    expect(isShortcut(pressed({ key: 'P', code: 'KeyR' }), 'p')).toBe(true);
    expect(isShortcut(pressed({ key: 'L', code: 'KeyP' }), 'p')).toBe(false);
    expect(isShortcut(pressed({ key: '∏', code: 'KeyP' }), 'p')).toBe(true);
    expect(isShortcut(pressed({ key: 'З', code: 'KeyP' }), 'p')).toBe(true);
    expect(isShortcut(pressed({ key: 'Enter', code: 'NumpadEnter' }), 'Enter')).toBe(true);
    expect([shortcutWords('p'), shortcutWords('Enter')]).toEqual(['Alt+Shift+P', 'Alt+Shift+Enter']);
  });
});

it('a short text', () => {
  expect([shortText('abc', 3), shortText('abcd', 3), shortText('ab cd', 3)]).toEqual(['abc', 'abc…', 'ab…']);
});

/** As WCAG has it. */
function contrast(one: string, other: string): number {
  const [bright = 0, dim = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

it('a text that would read otherwise than it is', () => {
  expect(shownText('a\u202Eb\u2066\u061C')).toBe('a⟨U+202E⟩b⟨U+2066⟩⟨U+061C⟩');
  expect(shownText('עברית é\t\n')).toBe('עברית é\t\n');
});
