import { expect, it } from 'vitest';
import { formatSize } from './format-size.ts';

it.each([
  [0, '0 MB'],
  [35, '35 byte'],
  [4200, '4.2 kB'],
  [150_000, '0.2 MB'],
  [84_000_000, '84 MB'],
  [1_500_000_000, '1.5 GB'],
])('%i bytes are shown as %s', (bytes, text) => {
  expect(formatSize(bytes, 'en')).toBe(text);
});
