import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../platform/mail/title-in-letter.ts';
import type { AttemptKind } from './attempt-queries.ts';

interface Change {
  readonly kind: AttemptKind;
  readonly number: number;
  readonly before: number;
  readonly after: number;
  readonly total: number;
}

const NAMES = {
  en: { quiz: 'Quiz', pre: 'Pre-test', post: 'Post-test', final: 'Final test, attempt' },
  ar: {
    quiz: 'اختبار قصير',
    pre: 'الاختبار القبلي',
    post: 'الاختبار البعدي',
    final: 'الاختبار النهائي، المحاولة',
  },
} as const;

/** For readers whose results changed because the answer key of a book was corrected. */
export function regradedLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  { title, url, changes }: { title: TitleInLetter; url: string; changes: readonly Change[] },
): MailContent {
  const facts = changes.map(({ kind, number, before, after, total }) => {
    const name = NAMES[language][kind];
    const result =
      language === 'ar' ? `${after} من ${total} (كانت ${before})` : `${after} of ${total} (was ${before})`;
    return [kind === 'final' ? `${name} ${number}` : name, result] as const;
  });
  return language === 'ar'
    ? {
        language,
        subject: `تصحيح نتائجك في ${title}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [`صُحّح مفتاح الإجابات في «${title}»، وأُعيد تقدير إجاباتك وفقًا له.`],
        facts,
        action: { label: 'اطّلع على نتائجك', url },
        notes: ['تبقى الشهادات التي صدرت لك كما هي.'],
      }
    : {
        language,
        subject: `Your results in ${title} were corrected`,
        heading: `Hello ${firstName}`,
        paragraphs: [`The answer key of “${title}” was corrected, and your answers were graded by it again.`],
        facts,
        action: { label: 'See your results', url },
        notes: ['Certificates that were issued to you stay as they are.'],
      };
}
