import { describe, expect, it } from 'vitest';
import { wordsInLines } from '../engine/fake-engine.ts';
import type { FlowBlock } from '../flow/flow-page.ts';
import { type Announcements, spokenPage } from './spoken-page.ts';

const ANNOUNCED: Announcements = {
  table: (rows) => `Table, ${rows}.`,
  figure: (description) => `Figure: ${description}`,
  footnote: 'Footnote.',
  imageOfPage: 'An image.',
};
const spoken = (text: string, blocks: readonly FlowBlock[], language = 'en') =>
  spokenPage(3, { shownAs: 'text', blocks }, wordsInLines(text), language, ANNOUNCED);
const texts = (...args: Parameters<typeof spoken>) => spoken(...args).map((sentence) => sentence.text);

describe('what is spoken of a page', () => {
  it('ends sentences where they end, and not after an abbreviation', () => {
    const text = 'See Fig. 3 for it. Then go on.';
    expect(texts(text, [{ kind: 'text', level: 0, text, pairs: [0, 8] }])).toEqual([
      'See Fig. 3 for it.',
      'Then go on.',
    ]);
  });

  it('knows where each word begins', () => {
    const text = 'One two. Three four.';
    const [, second] = spoken(text, [{ kind: 'text', level: 0, text, pairs: [0, 4] }]);
    expect(second?.words).toEqual([
      { at: 0, page: 3, word: 2 },
      { at: 6, page: 3, word: 3 },
    ]);
  });

  it('leaves running text open that the page cuts off, but no heading', () => {
    const text = 'It goes on';
    const block = (level: number) => [{ kind: 'text' as const, level, text, pairs: [0, 3] }];
    expect(spoken(text, block(0))[0]?.isOpen).toBe(true);
    expect(spoken(text, block(2))[0]?.isOpen).toBe(false);
  });

  it('announces tables and reads them row by row; figures and footnotes too', () => {
    const cell = (word: number, text: string) => ({ isHeader: false, text, pairs: [word, word + 1] });
    expect(
      texts('Age Dose Adult two note', [
        {
          kind: 'table',
          direction: 'ltr',
          rows: [
            [cell(0, 'Age'), cell(1, 'Dose')],
            [cell(2, 'Adult'), cell(3, 'two')],
          ],
        },
        { kind: 'figure', text: 'A heart', box: null, caption: null },
        { kind: 'footnote', text: 'note', pairs: [4, 5] },
      ]),
    ).toEqual(['Table, 2.', 'Age; Dose', 'Adult; two', 'Figure: A heart', 'Footnote.', 'note']);
  });

  it('speaks a long sentence in parts, which end at a comma', () => {
    const part = `${'word '.repeat(40)}end,`;
    const text = `${part} ${part} and over.`;
    const all = spoken(text, [{ kind: 'text', level: 0, text, pairs: [0, text.split(' ').length] }]);
    expect(all.map((sentence) => sentence.text.length).every((length) => length <= 280)).toBe(true);
    expect(all.map((sentence) => sentence.text).join(' ')).toBe(text);
    expect(all[0]?.text.endsWith('end,')).toBe(true);
    expect(all[1]?.words[0]).toMatchObject({ at: 0 });
  });

  it('ends Arabic sentences at their own question mark', () => {
    const text = 'ما القلب؟ القلب عضلة.';
    expect(texts(text, [{ kind: 'text', level: 0, text, pairs: [0, 4] }], 'ar')).toEqual([
      'ما القلب؟',
      'القلب عضلة.',
    ]);
  });

  it('says that a page is an image', () => {
    const page = { shownAs: 'image', reason: 'noText' } as const;
    expect(spokenPage(3, page, wordsInLines(''), 'en', ANNOUNCED)[0]?.text).toBe('An image.');
  });
});
