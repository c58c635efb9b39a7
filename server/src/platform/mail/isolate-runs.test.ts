import { plainName, withoutLinks } from '@vesalius/contract/links';
import { describe, expect, it } from 'vitest';
import { isolateRuns } from './isolate-runs.ts';
import { composeMail, type MailContent } from './layout.ts';
import { titleInLetter } from './title-in-letter.ts';

/** As written in the expectations: [ and ] stand for the two characters. */
const shown = (text: string) => text.replaceAll('\u2068', '[').replaceAll('\u2069', ']');

describe('what runs against the direction of a letter', () => {
  it.each([
    ['en', 'Hello דוד, welcome.', 'Hello [דוד], welcome.'],
    ['en', 'Hello Ada, “The ECG (2nd ed.)” renews.', 'Hello Ada, “The ECG (2nd ed.)” renews.'],
    ['en', 'Hello Ada, “תרשים (2)” renews for $199.00.', 'Hello Ada, “[תרשים (2)]” renews for $199.00.'],
    [
      'en',
      'Your subscription to القلب (الطبعة 2) has ended',
      'Your subscription to [القلب (الطبعة 2)] has ended',
    ],
    ['en', '2, the last by سلمى حداد', '2, the last by [سلمى حداد]'],
    [
      'ar',
      'مرحبًا Ada، اشتراكك في «The ECG (2nd ed.)» سارٍ.',
      'مرحبًا [Ada]، اشتراكك في «[The ECG (2nd ed.)]» سارٍ.',
    ],
    ['ar', 'مرحبًا سلمى، يتجدد «القلب (2)» مقابل $199.00.', 'مرحبًا سلمى، يتجدد «القلب (2)» مقابل $199.00.'],
    ['ar', 'اكتب إلى help@books.example.', 'اكتب إلى [help@books.example].'],
    ['ar', 'افتح https://books.example/a?b=1 الآن', 'افتح https://books.example/a?b=1 الآن'],
  ] as const)('in %s: %s', (language, text, isolated) => {
    expect(shown(isolateRuns(text, language))).toBe(isolated);
  });

  it.each(['\u202e', '\u2066', '\u2069', '\u200f', '\u061c'])(
    'brings no character that turns the rest around: %j',
    (control) => {
      expect(isolateRuns(`Hello A${control}da, welcome.`, 'en')).toBe('Hello Ada, welcome.');
      expect(shown(isolateRuns(`Hello ד${control}וד, welcome.`, 'en'))).toBe('Hello [דוד], welcome.');
    },
  );

  // With a quadratic pattern, this takes longer than a test may.
  it.each(['אa', 'aא', '“א', 'א(', 'https:/', '١٢א'])('takes a long text of %j in its stride', (piece) => {
    const text = piece.repeat(100_000);
    for (const language of ['en', 'ar'] as const)
      expect(isolateRuns(text, language).replace(/[\u2068\u2069]/g, '')).toBe(text);
  });

  it('brings no control character, and keeps the line breaks of the letter', () => {
    expect(isolateRuns('One\u0007two\r\nthree', 'en')).toBe('One two \nthree');
  });
});

it.each([
  ['en', 'קרדיולוגיה (2)\u202e'],
  ['ar', 'The ECG (2)\u202e'],
] as const)('every text of a letter in %s is isolated, and its addresses are not', (language, name) => {
  const content: Required<MailContent> = {
    language,
    subject: `“${name}”`,
    preview: `“${name}” p`,
    heading: `“${name}”`,
    paragraphs: [`“${name}”`, `“${name}”`],
    action: { label: `“${name}”`, url: 'https://books.example/?name=קר' },
    facts: [[`“${name}”`, `“${name}”`]],
    links: {
      title: `“${name}”`,
      items: [{ label: `“${name}”`, url: 'https://books.example/?name=קר', detail: `“${name}”` }],
    },
    notes: [`“${name}”`],
    unsubscribeUrl: 'https://books.example/unsubscribe/קר',
    footer: `“${name}”`,
  };
  const mail = composeMail(content);
  const times = (text: string, part: string) => text.split(part).length - 1;
  const plain = name.replace('\u202e', '');
  for (const text of [mail.subject, mail.text, mail.html]) {
    expect(text).not.toContain('\u202e');
    expect(times(text, plain)).toBeGreaterThan(0);
    expect(times(text, `\u2068${plain}\u2069`)).toBe(times(text, plain));
  }
  expect(mail.text).toContain('https://books.example/?name=קר\n');
});

it.each(['\u200e', '\u2069', '\u200b', '\u00ad', '\u200c'])(
  'no letter holds a link whose parts %j kept apart',
  (mark) => {
    const given = `See https:/${mark}/evil.${mark}com/x or evil${mark}.com`;
    for (const language of ['en', 'ar'] as const)
      for (const shown of [withoutLinks, plainName, titleInLetter]) {
        const mail = composeMail({
          ...{
            language,
            subject: shown(given),
            heading: shown(given),
            paragraphs: [shown(given)],
            footer: '',
          },
        });
        const [body = ''] = /<body.*/s.exec(mail.html) ?? [];
        for (const text of [mail.subject, mail.text, body]) {
          expect(text).toContain('evil');
          expect(text.replace(/[\u2066-\u2069]/g, '')).not.toMatch(/https:\/\/|evil\.com/);
        }
      }
  },
);
