import type { SectionResult } from '@vesalius/contract/assessments-questions';
import { SECTION_ALERT_BELOW_PERCENT } from '@vesalius/contract/constants';
import type { TestSectionsTable, TestsTable } from '../../schema/tables.ts';
import { percentageOf } from './marks.ts';

export interface SectionRow extends Pick<TestSectionsTable, 'name' | 'firstPage' | 'message'> {
  readonly testId: TestsTable['id'];
  /** The first page after the section: that of the next section, or the page after the chapter. */
  readonly endPage: number;
  readonly preScore: number | null;
  readonly preTotal: number | null;
  readonly postScore: number | null;
  readonly postTotal: number | null;
}

/** Used if the author wrote no message for a weak section, and for sections with good results. */
const MESSAGES = {
  en: {
    weak: (from: number, to: number) => `Read pages ${from} to ${to} with particular care.`,
    fair: 'Nearly there. A second look at the details will pay.',
    good: 'You know this section well.',
  },
  ar: {
    weak: (from: number, to: number) => `اقرأ الصفحات من ${from} إلى ${to} بعناية خاصة.`,
    fair: 'اقتربت من الإتقان. نظرة ثانية إلى التفاصيل ستفيدك.',
    good: 'أنت تتقن هذا القسم.',
  },
} as const;
const FAIR_BELOW_PERCENT = 90;

/** The results per section, for a reader who solved the pre-test. The author's message is for weak results only. */
export function sectionResult(row: SectionRow, language: string): SectionResult {
  const turn = (score: number | null, total: number | null) =>
    score === null || !total ? null : percentageOf(score, total);
  const pre = turn(row.preScore, row.preTotal);
  const post = turn(row.postScore, row.postTotal);
  const percentage = post ?? pre;
  const to = Math.max(row.firstPage, row.endPage - 1);
  const texts = MESSAGES[language === 'ar' ? 'ar' : 'en'];
  const message =
    percentage === null
      ? ''
      : percentage < SECTION_ALERT_BELOW_PERCENT
        ? (row.message ?? texts.weak(row.firstPage, to))
        : percentage < FAIR_BELOW_PERCENT
          ? texts.fair
          : texts.good;
  return {
    name: row.name,
    percentage,
    message,
    pre_test_score_percentage: pre,
    post_test_score_percentage: post,
    section_from: row.firstPage,
    section_to: to,
  };
}
