import { describe, expect, it } from 'vitest';
import { holdsLink, plainName, withoutLinks } from './links.ts';

const CLICKABLE = [
  'You won $900: www.evil.example/win',
  'https://evil.example',
  '//evil',
  'evil.example',
  'WWW.EVIL',
  'evil。example',
  'evil．example',
  'ｅｖｉｌ．ｃｏｍ',
  'evil\u2024com',
  'evil\ufe52com',
  'evil\u2488com',
  'evil\uff61com',
  'bit.ly/win',
  't.co',
  'xn--80ak6aa92e.com',
  'пример.рф',
  'موقع.شبكة',
  'उदाहरण.भारत',
];
const DISGUISED = [
  'evil . com',
  'evil .com',
  'evil. com',
  'evil[.]com',
  'evil(.)com',
  'evil [dot] com',
  'evil (DOT) com',
  'evil dot com',
  'evil·com',
  'evil•com',
  'evil \u2e33 com',
  'evil dot example',
  'evil\u2024 com',
];
const NAMES = [
  'Ada',
  'St. John',
  'J. R. R.',
  'J.R.R.',
  'Anna-Maria O’Neil',
  "O'Brien",
  'Jean-Luc',
  'Jr.',
  'Gal·la',
  'Ph.D.',
  'M.D.',
  'Dr. med. Müller',
  'Prof. Dr. Nguyễn Thị Ánh',
  'Md. Rahman',
  'Martin Luther King, Jr.',
  'Dot Smith',
  'ليلى',
  'أ. د. محمد الخطيب',
  'عبد الرحمن بن عوف',
  '王 芳',
  '김민준',
  'דוד כהן',
  'Ιωάννης',
  'Ђорђе',
  'स्मिता',
  'ศิริพร',
  'Élodie Saint-Exupéry',
  'علی\u200cرضا',
  'مَ\u200cن',
  'क्\u200dष',
];
/** Direction marks, zero-width characters, a soft hyphen, a variation selector, a tag. */
const INVISIBLE = [
  '\u200e',
  '\u202e',
  '\u2069',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\u00ad',
  '\ufe0f',
  '\u{e0061}',
];

describe('a link in a name', () => {
  it.each(CLICKABLE)('is found in "%s", and gone without it', (text) => {
    expect(holdsLink(text)).toBe(true);
    expect(withoutLinks(withoutLinks(text))).toBe(withoutLinks(text));
  });

  it.each(DISGUISED)('is found in "%s"', (text) => {
    expect(holdsLink(text)).toBe(true);
  });

  it.each([...CLICKABLE, ...DISGUISED])('leaves no dot of an address in a letter: "%s"', (text) => {
    expect(plainName(text)).not.toMatch(/[./\\:@[\]\u2024\u3002\ufe52\uff0e\uff61](?=\s*\p{L}{3})/u);
    expect(withoutLinks(plainName(text))).toBe(plainName(text));
  });

  it.each([...NAMES, 'A/B', 'Dose 1.25 mg'])('is not found in "%s", which stays as it is', (text) => {
    expect(holdsLink(text)).toBe(false);
    expect(withoutLinks(text)).toBe(text);
  });

  it.each(NAMES)('leaves the name "%s" in a letter as it is', (name) => {
    expect(plainName(name)).toBe(name.normalize('NFKC'));
  });

  it.each(INVISIBLE)('is found around %j, which is left out', (mark) => {
    for (const link of [`https:/${mark}/evil`, `evil.${mark}com`, `evil${mark}.com`, `w${mark}ww.evil`]) {
      expect(holdsLink(link)).toBe(true);
      expect(withoutLinks(link)).toBe(withoutLinks(link.replace(mark, '')));
      expect(plainName(link)).toBe(plainName(link.replace(mark, '')));
    }
    expect(withoutLinks(`A${mark}da`)).toBe('Ada');
    expect(holdsLink(`موقع${mark}.شبكة`)).toBe(true);
    expect(withoutLinks(`موقع${mark}.${mark}شبكة`)).toBe('موقع. شبكة');
  });

  it('divides titles that are written without spaces', () => {
    expect(plainName('Dr.med.Müller')).toBe('Dr. med. Müller');
  });
});
