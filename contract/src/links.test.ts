import { describe, expect, it } from 'vitest';
import { holdsLink, withoutLinks } from './links.ts';

describe('a link in a name', () => {
  it.each([
    'You won $900: www.evil.example/win',
    'https://evil.example',
    '//evil',
    'evil.example',
    'WWW.EVIL',
    'evil。example',
    'evil．example',
    'bit.ly/win',
    'пример.рф',
    'موقع.شبكة',
  ])('is found in "%s", and gone without it', (text) => {
    expect(holdsLink(text)).toBe(true);
    expect(holdsLink(withoutLinks(text))).toBe(false);
  });

  it.each([
    'Ada',
    'St. John',
    'J. R. R.',
    'J.R.R.',
    'Anna-Maria O’Neil',
    'Jr.',
    'Ph.D.',
    'ليلى',
    '王 芳',
    'A/B',
    'Dose 1.25 mg',
  ])('is not found in "%s", which stays as it is', (text) => {
    expect(holdsLink(text)).toBe(false);
    expect(withoutLinks(text)).toBe(text);
  });
});
