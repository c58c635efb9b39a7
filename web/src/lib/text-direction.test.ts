import { expect, it } from 'vitest';
import { textDirection } from './text-direction.ts';

it.each([
  ['pH 7.36 و PaCO2 36 و HCO3 20 والكلور 90', 'rtl'],
  ['Cl) والصوديوم والبيكربونات', 'rtl'],
  ['The Arabic term for this disturbance (الحماض)', 'ltr'],
  ['7.36', 'ltr'],
  ['', 'ltr'],
] as const)('%s runs %s', (text, direction) => {
  expect(textDirection(text)).toBe(direction);
});
