import { expect, it } from 'vitest';
import { createI18n } from '../../../i18n/i18n.ts';
import { findingSentence } from './finding-sentence.ts';

it.each([
  ['is missing; give a text', null, 'This is missing. Fill it in.'],
  ['is missing; give a date, like 2026-03-01', null, 'The date is missing. Choose one.'],
  [
    'is empty; write something, or leave the field out',
    null,
    'This is empty. Write something, or remove it.',
  ],
  ['has 90 characters; at most 80 fit', null, 'This has 90 characters. At most 80 fit.'],
  ['is "soon"; write the date as YYYY-MM-DD', null, 'This is not a date.'],
  [
    'is 9, but book.pdf has 4 pages; give a page from 1 to 4',
    null,
    'It is 9, but book.pdf has 4 pages. Give a page from 1 to 4.',
  ],
  [
    'is cut off: its end is missing; copy or export it again',
    'one.mp4',
    'one.mp4 is cut off: its end is missing. Copy or export it again.',
  ],
  [
    'has pages under other numbers than the PDF before; move what belongs to them on the desk (24)',
    null,
    'Pages have other numbers than in the PDF before. “Move them” on the desk moves what belongs to them (24).',
  ],
  [
    'names page 212 of the PDF before, which is not in the new one; choose another page',
    null,
    'Page 212 of the PDF before is not in the new one. Choose another page.',
  ],
  [
    'names page 212 of the PDF before, which was not found in the new one; look where it is now',
    null,
    'Page 212 of the PDF before was not recognized in the new one. Look where it is now.',
  ],
  ['0 of 2 approvals are given; ask for a review', null, '0 of 2 approvals are given. Ask for a review.'],
])('"%s" of %s is a sentence', async (text, file, sentence) => {
  const i18n = await createI18n('en', ['publishing']);
  expect(findingSentence(text, file, i18n.getFixedT('en', 'publishing')).text).toBe(sentence);
});

it('speaks Arabic where something is missing, and says what is English', async () => {
  const i18n = await createI18n('ar', ['publishing']);
  const t = i18n.getFixedT('ar', 'publishing');
  expect(findingSentence('is missing; give a text', null, t)).toEqual({
    text: t('check.sentences.missing'),
    isEnglish: false,
  });
  expect(findingSentence('is 9; give a page from 1 to 4', null, t).isEnglish).toBe(true);
});
