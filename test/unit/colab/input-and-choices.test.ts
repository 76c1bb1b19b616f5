import { describe, expect, it } from 'vitest';
import { type AcceleratorChoice, findChoice } from '../../../src/colab/surface/accelerator-choices.ts';
import { isQuestion } from '../../../src/colab/surface/input-field.ts';

describe('a field that stays', () => {
  it.each([
    ['name = input()', '', true],
    ['x = 1 # !', '', true],
    ['!apt install x', '', false],
    ['out = !ls', 'downloading 3 %', false],
    ['%%bash\nsleep 60', '', false],
    ['!apt install x', 'Do you want to continue? [Y/n]', true],
    ['!pick', 'Which one [1-3]', true],
    ['!python', '>>>', true],
    ['!sqlite3', 'sqlite>', true],
    ['!sh', '#', true],
    ['!train', '50%|█████     | 5/10 [00:05<00:05,  9.8it/s]', false],
    ['!train', ' 0%|          | 0/10 [00:00<?, ?it/s]', false],
    ['!git clone x', 'Receiving objects: 100% (5/5)', false],
    ['!wget x', '12%[==>', false],
    ['!wget x', '12%[==>   ]', false],
    ['!curl x', '######', false],
    ['!pip install torch', 'Downloading torch (63.1 MB)', false],
    ['%pip install torch', '', false],
    ['lines = %sx ls', '', false],
    ['a, b = !ls', '', false],
    ['%matplotlib inline\nname = input()', '', true],
    ['print(f"{x=!r}")\nask()', '', true],
    ['!pip install -q x\nname = input("Your name ")', 'Your name', true],
    ['!pip install -q x\nname = input("Your name ")', '', false],
    ['!pip install -q x\nname = input(prompt)', 'Your name', true],
    ['!ssh-keygen', 'Enter file in which to save the key (/root/.ssh/id):', true],
  ])('in %j, with %j before it, is a question: %s', (source, prompt, expected) => {
    expect(isQuestion({ prompt, isPassword: false }, source)).toBe(expected);
  });

  it('is always one where a password is to be typed', () => {
    expect(isQuestion({ prompt: '', isPassword: true }, '!sudo true')).toBe(true);
  });
});

describe('an accelerator', () => {
  const choice = (value: string, label: string, isDisabled = false): AcceleratorChoice => ({
    ...{ value, label, isDisabled, isChosen: false },
    choose: () => {},
  });
  const choices = [
    choice('NONE', 'CPU'),
    choice('GPU,T4', 'T4 GPU'),
    choice('GPU,A100', 'A100 GPU', true),
    choice('TPU,V5E1', 'v5e-1 TPU'),
    choice('TPU,V6E1', 'v6e-1 TPU'),
  ];

  it.each([
    ['T4', 'T4 GPU'],
    ['t4 gpu', 'T4 GPU'],
    ['GPU,T4', 'T4 GPU'],
    ['none', 'CPU'],
    ['cpu', 'CPU'],
    ['GPU', 'T4 GPU'],
    ['A100', 'A100 GPU'],
    ['v5e-1', 'v5e-1 TPU'],
    ['TPU', undefined],
    ['H100', undefined],
  ])('%j is %j', (wanted, label) => {
    expect(findChoice(choices, wanted)?.label).toBe(label);
  });
});
