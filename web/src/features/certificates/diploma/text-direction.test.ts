import { describe, expect, it } from 'vitest';
import { directionOfText } from './text-direction.ts';

describe('the direction of a line', () => {
  it.each([
    ['Hohenlohe-', 'rtl', 'ltr'],
    ['(Dr.) Żółć', 'rtl', 'ltr'],
    ['Александра', 'rtl', 'ltr'],
    ['山田', 'rtl', 'ltr'],
    ['عبد الرحمن', 'ltr', 'rtl'],
    ['«بن محمد» Müller', 'ltr', 'rtl'],
    ['6 ساعات', 'ltr', 'rtl'],
    ['4.25', 'rtl', 'rtl'],
    ['', 'ltr', 'ltr'],
  ] as const)('%s on a sheet that is %s: %s', (text, sheet, direction) => {
    expect(directionOfText(text, sheet)).toBe(direction);
  });
});
