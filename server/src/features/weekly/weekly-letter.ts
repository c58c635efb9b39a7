import type { StartedBook } from '@vesalius/contract/catalogue';
import type { MailContent } from '../../platform/mail/layout.ts';
import { titleInLetter } from '../../platform/mail/title-in-letter.ts';
import type { Addressee } from '../accounts/mail/mail-person.ts';
import type { WeekCounts } from './weekly-queries.ts';

export interface Week extends WeekCounts {
  readonly dueQuestions: number;
  readonly dueCards: number;
  /** Those that the reader can open, latest first. */
  readonly books: readonly StartedBook[];
}

const WORDS = {
  en: {
    subjectDue: (due: number) => `Your week: ${due} to review`,
    subject: 'Your week: continue where you were',
    heading: (name: string) => `Hello ${name}`,
    due: 'What you once answered wrong, and your cards, are best reviewed when they are due.',
    nothingDue: 'Nothing is due for review. This is where you were.',
    dueQuestions: 'Questions due',
    dueCards: 'Cards due',
    pages: 'Pages read in the last seven days',
    answers: 'Questions answered',
    review: 'Review now',
    continue: 'Continue reading',
    where: 'Continue where you were',
    page: (label: string) => `Page ${label}`,
    pre: (title: string, label: string) => `next: the pre-test “${title}”, page ${label}`,
    post: (title: string, label: string) => `next: the post-test “${title}”, page ${label}`,
    join: '; ',
    footer: 'You get this letter on Mondays because you chose it.',
  },
  ar: {
    subjectDue: (due: number) => `أسبوعك: للمراجعة ${due}`,
    subject: 'أسبوعك: تابع من حيث توقفت',
    heading: (name: string) => `مرحبًا ${name}`,
    due: 'أفضل وقت لمراجعة ما أخطأت فيه ولمراجعة بطاقاتك هو موعد استحقاقها.',
    nothingDue: 'لا شيء مستحق للمراجعة. هنا توقفت.',
    dueQuestions: 'أسئلة مستحقة',
    dueCards: 'بطاقات مستحقة',
    pages: 'صفحات قرأتها في الأيام السبعة الماضية',
    answers: 'أسئلة أجبت عنها',
    review: 'راجع الآن',
    continue: 'تابع القراءة',
    where: 'تابع من حيث توقفت',
    page: (label: string) => `الصفحة ${label}`,
    pre: (title: string, label: string) => `التالي: الاختبار القبلي «${title}»، الصفحة ${label}`,
    post: (title: string, label: string) => `التالي: الاختبار البعدي «${title}»، الصفحة ${label}`,
    join: '؛ ',
    footer: 'تصلك هذه الرسالة أيام الاثنين لأنك اخترتها.',
  },
} as const;

/** Null if there is nothing to say. */
export function weeklyLetter(
  { language, firstName }: Pick<Addressee, 'language' | 'firstName'>,
  { dueQuestions, dueCards, books, pages, answers }: Week,
  publicUrl: string,
): MailContent | null {
  const words = WORDS[language];
  const due = dueQuestions + dueCards;
  const items = books.map(({ id, title, page_label, book_progress, next_test: test }) => ({
    label: titleInLetter(title),
    url: `${publicUrl}/book-viewer/${id}?page=${book_progress.page}`,
    detail: [
      words.page(titleInLetter(page_label)),
      ...(test ? [words[test.turn](titleInLetter(test.title), titleInLetter(test.page_label))] : []),
    ].join(words.join),
  }));
  const first = items[0];
  if (due === 0 && !first) return null;
  const facts = [
    [words.dueQuestions, dueQuestions],
    [words.dueCards, dueCards],
    [words.pages, pages],
    [words.answers, answers],
  ] as const;
  return {
    language,
    subject: due > 0 ? words.subjectDue(due) : words.subject,
    heading: words.heading(firstName),
    paragraphs: [due > 0 ? words.due : words.nothingDue],
    facts: facts.filter(([, count]) => count > 0).map(([label, count]) => [label, `${count}`]),
    action:
      due > 0 || !first
        ? { label: words.review, url: `${publicUrl}/review` }
        : { label: words.continue, url: first.url },
    ...(first && { links: { title: words.where, items } }),
    footer: words.footer,
  };
}
