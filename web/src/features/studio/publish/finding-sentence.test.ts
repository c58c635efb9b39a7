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
    'Page 9 is not in the PDF, which has 4 pages. Choose another.',
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
  [
    'has attributes twice, out of order or with a wrong length (at 00100010), which can hide a name; export it again',
    'ct/1.dcm',
    'ct/1.dcm has attributes twice, out of order or with a wrong length; a name can hide there. Export it again.',
  ],
  [
    'says 0 for BitsAllocated, which no image has; export it again',
    'ct/1.dcm',
    'ct/1.dcm has an impossible number in BitsAllocated. Export it again.',
  ],
  [
    'readers no longer get this image, because its published copy cannot be cleaned: it is cut off; export it again',
    'ct/1.dcm',
    'Readers no longer get ct/1.dcm, because its published copy cannot be cleaned. Export it again, or leave it out.',
  ],
  [
    'was searched for text in 12 of 240 images; look at the others yourself',
    null,
    'Text was searched for in 12 of 240 images. Look at the others yourself.',
  ],
  ['0 of 2 approvals are given; ask for a review', null, 'Approvals given: 0 of 2. Ask for a review.'],
])('"%s" of %s is a sentence', async (text, file, sentence) => {
  const i18n = await createI18n('en', ['publishing']);
  expect(findingSentence(text, file, i18n.getFixedT('en', 'publishing')).text).toBe(sentence);
});

/** Of the checks, each with what a book folder calls a field or a value. */
const OF_FOLDERS = [
  'is missing; give one of: video, image, dicom',
  'is empty; give it an "answer" or an "image"',
  'has 1 entries; at least 2 are needed',
  'has 9 entries; no more than 8 fit',
  'has no right answer; mark exactly one with "correct: true"',
  'has 3 right answers; mark exactly one with "correct: true"',
  'belongs to no section of its test; add "section:" with one of: a, b',
  'has no question; give one "section: a", or remove the section',
  'is "c", which the test does not have; its sections are: a, b',
  'is 2020-05-01, before release_date 2026-01-15; give a later day',
  'is 9, after last_page 4; swap them',
  'is after last_page 4; swap them',
  'is 9, after post_page 4; the pre-test comes first',
  'needs a test with is_mandatory; the book has none',
  'cannot be earned without a final test; add final_test',
  'needs "identifying_attributes: remove" beside it',
  'names "cover.png", which is not among the files; add it or correct the name',
  'names "x", which is empty; put DICOM files of one series there',
  'waits for a decision; open it, and decide what of its attributes and images is published',
  'stays $12, as set in the administration; the desk says $10',
  'changes from $12 to $10.50 for new subscriptions',
  'is "3rd", which is not in the shop; known are: 1st, 2nd',
  'is 2027-01-01, a day to come: readers see the book from then on (00:00 UTC)',
  'is "x"; give "roman" or "decimal"',
  'is -1; at least 0 is right',
  'is 1.234; at most two decimals',
  'is "1"; check the digits: this is no ISBN',
  'is "A B"; use lower-case letters, digits and hyphens, at most 80 characters',
  'is a list; say "none" or "unknown" alone',
  'is 5; give a text',
  '0 of 2 approvals are given; ask for a review',
];
it.each(OF_FOLDERS)('%s: speaks of the desk, in both languages', async (text) => {
  for (const language of ['en', 'ar'] as const) {
    const i18n = await createI18n(language, ['publishing']);
    const said = findingSentence(text, null, i18n.getFixedT(language, 'publishing'));
    expect(said.isEnglish, language).toBe(false);
    expect(said.text, language).not.toMatch(/[a-z]_[a-z]|"|: true|section:|\{\{/);
  }
});

it('says what is English', async () => {
  const i18n = await createI18n('ar', ['publishing']);
  const t = i18n.getFixedT('ar', 'publishing');
  expect(findingSentence('is cut off: its end is missing', 'one.mp4', t).isEnglish).toBe(true);
  expect(findingSentence('is still being prepared; it takes a while', 'one.mp4', t).text).toContain(
    'one.mp4',
  );
});
