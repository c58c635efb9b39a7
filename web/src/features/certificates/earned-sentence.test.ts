import { expect, it } from 'vitest';
import { createI18n } from '../../i18n/i18n.ts';
import { certificate } from '../../testing/sample-assessments.ts';
import { diplomaWords } from './diploma/words.ts';

const wordsOf = async (language: 'en' | 'ar', fields: Parameters<typeof certificate>[0]) => {
  const i18n = await createI18n(language, ['certificates']);
  return diplomaWords(certificate(fields), i18n.getFixedT(null, 'certificates'), language);
};

it('writes on the diploma what was required and completed, beside the book’s text', async () => {
  const words = await wordsOf('en', { provider: 'The Lung Society' });
  expect(words.earned).toBe(
    'Awarded by The Lung Society for solving 70 percent or more of the final test and answering the survey.',
  );
  expect(words.description).toBe('An enduring activity.');
  const noSurvey = await wordsOf('en', {
    requirements: { final_test_percent: 70, survey: false, mandatory_tests: false, pages_percent: null },
  });
  expect(noSurvey.earned).toBe('Awarded by Vesalius for solving 70 percent or more of the final test.');
  const all = { final_test_percent: 70, survey: true, mandatory_tests: true, pages_percent: 90 };
  expect((await wordsOf('en', { requirements: all })).earned).toBe(
    'Awarded by Vesalius for solving 70 percent or more of the final test, solving every mandatory test, reading 90 percent of the pages, and answering the survey.',
  );
  expect((await wordsOf('ar', {})).earned).toMatch(/فيزاليوس.*70.*الاختبار النهائي والإجابة عن الاستبيان/);
});

it('keeps an older diploma that did not store it', async () => {
  expect((await wordsOf('en', { requirements: null })).earned).toBe('');
});

it('says that the book was completed only if it was required', async () => {
  const { achieved, dates } = await wordsOf('en', {});
  expect(achieved).toBe('has successfully completed');
  expect(dates).toEqual([
    { label: 'Earned on', day: '20 Nov 2026' },
    { label: 'Issued on', day: '20 Nov 2026' },
  ]);
  expect((await wordsOf('en', { book_completed: false })).achieved).toBe('has passed the final test of');
  expect((await wordsOf('ar', { book_completed: false })).achieved).toMatch(/الاختبار النهائي/);
});
