import type { SectionResult } from '@vesalius/contract/assessments-questions';
import { expect, it } from 'vitest';
import { weakSectionAt } from './weak-section.ts';

const section = (fields: Partial<SectionResult> = {}): SectionResult => ({
  name: 'The heart',
  percentage: 50,
  message: '',
  pre_test_score_percentage: 50,
  post_test_score_percentage: null,
  section_from: 5,
  section_to: 12,
  ...fields,
});

it.each<[string, number, Partial<SectionResult>, boolean]>([
  ['on the first page', 5, {}, true],
  ['on the last page', 12, {}, true],
  ['before it', 4, {}, false],
  ['behind it', 13, {}, false],
  ['at 79.9 percent', 8, { pre_test_score_percentage: 79.9 }, true],
  ['at 80 percent', 8, { pre_test_score_percentage: 80 }, false],
  ['that was not asked', 8, { pre_test_score_percentage: null }, false],
  [
    'that the post-test found good',
    8,
    { pre_test_score_percentage: 20, post_test_score_percentage: 80 },
    false,
  ],
  [
    'that the post-test found weak',
    8,
    { pre_test_score_percentage: 90, post_test_score_percentage: 60 },
    true,
  ],
])('a section %s', (_where, page, fields, weak) => {
  expect(weakSectionAt(page, [{ sections_results: [section(fields)] }])?.name ?? null).toBe(
    weak ? 'The heart' : null,
  );
});
