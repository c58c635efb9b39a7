import type { SectionResult, TestSummary } from '@vesalius/contract/assessments-questions';
import { SECTION_ALERT_BELOW_PERCENT } from '@vesalius/contract/constants';

/** The section of the page if its latest score (post-test before pre-test) is below 80 percent, otherwise null. */
export function weakSectionAt(
  page: number,
  tests: readonly Pick<TestSummary, 'sections_results'>[],
): SectionResult | null {
  for (const { sections_results: sections } of tests)
    for (const section of sections) {
      const inside = page >= section.section_from && page <= section.section_to;
      const percent = section.post_test_score_percentage ?? section.pre_test_score_percentage;
      if (inside && percent !== null && percent < SECTION_ALERT_BELOW_PERCENT) return section;
    }
  return null;
}
