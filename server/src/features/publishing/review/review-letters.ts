import type { Language } from '@vesalius/contract/constants';
import { withoutLinks } from '@vesalius/contract/links';
import { dateFor, weekdayFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { nameInLetter } from '../../accounts/mail/name-in-letter.ts';

interface Reviewer {
  readonly language: Language;
  readonly firstName: string;
}
interface Asked {
  readonly title: TitleInLetter;
  /** Null: the account is gone. */
  readonly askedBy: string | null;
  readonly note: string;
  readonly dueOn: string;
  readonly url: string;
}

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name}`,
    somebody: 'The publisher',
    until: 'Until',
    open: 'Open the preview',
    how: 'The preview shows the book as its readers will see it. You can comment on any page. Only those who make or review the book and our staff see it, and nothing that you do in it is counted.',
  },
  ar: {
    hello: (name: string) => `مرحبًا ${name}`,
    somebody: 'الناشر',
    until: 'حتى',
    open: 'افتح المعاينة',
    how: 'تعرض المعاينة الكتاب كما سيراه قراؤه، ويمكنك التعليق على أي صفحة. لا يراها إلا من يعمل على الكتاب أو يراجعه وموظفونا، ولا يُحتسب شيء مما تفعله فيها.',
  },
} as const;

const letter = (
  { language, firstName }: Reviewer,
  { subject, paragraphs, asked }: { subject: string; paragraphs: readonly string[]; asked: Asked },
): MailContent => {
  const words = WORDS[language];
  return {
    language,
    subject,
    heading: words.hello(firstName),
    paragraphs,
    facts: [[words.until, weekdayFor(language, asked.dueOn)]],
    action: { label: words.open, url: asked.url },
    notes: [words.how],
  };
};

export function askLetter(reviewer: Reviewer, asked: Asked): MailContent {
  const { language } = reviewer;
  const by = asked.askedBy === null ? WORDS[language].somebody : nameInLetter(language, asked.askedBy);
  const note = asked.note === '' ? [] : [`${by}: “${withoutLinks(asked.note).replaceAll(/[“”]/g, '"')}”`];
  return language === 'ar'
    ? letter(reviewer, {
        subject: `طلب مراجعة: ${asked.title}`,
        paragraphs: [`يطلب منك ${by} مراجعة «${asked.title}» قبل أن يراه القراء.`, ...note],
        asked,
      })
    : letter(reviewer, {
        subject: `Please review ${asked.title}`,
        paragraphs: [`${by} asks you to review “${asked.title}” before readers see it.`, ...note],
        asked,
      });
}

/** Sent on the day before. */
export const reminderLetter = (reviewer: Reviewer, asked: Asked): MailContent =>
  reviewer.language === 'ar'
    ? letter(reviewer, {
        subject: `تنتهي المراجعة غدًا: ${asked.title}`,
        paragraphs: [`تنتهي مراجعة «${asked.title}» غدًا.`],
        asked,
      })
    : letter(reviewer, {
        subject: `Review until tomorrow: ${asked.title}`,
        paragraphs: [`The review of “${asked.title}” ends tomorrow.`],
        asked,
      });

export const endedLetter = ({ language, firstName }: Reviewer, title: TitleInLetter): MailContent => ({
  language,
  heading: WORDS[language].hello(firstName),
  ...(language === 'ar'
    ? {
        subject: `أُلغيت المراجعة: ${title}`,
        paragraphs: [`لم تعد مراجعتك لـ«${title}» مطلوبة. تبقى تعليقاتك محفوظة.`],
      }
    : {
        subject: `The review was called off: ${title}`,
        paragraphs: [`Your review of “${title}” is not needed any more. Your comments are kept.`],
      }),
});

/** Sent to an approver when the book was changed after the approval. */
export const voidLetter = (
  { language, firstName, timeZone }: Reviewer & { readonly timeZone: string | null },
  { title, givenAt, url }: { title: TitleInLetter; givenAt: Date; url: string },
): MailContent => {
  const day = dateFor({ language, timeZone }, givenAt);
  const words = WORDS[language];
  return {
    language,
    heading: words.hello(firstName),
    action: { label: words.open, url },
    ...(language === 'ar'
      ? {
          subject: `تغيّر بعد موافقتك: ${title}`,
          paragraphs: [
            `تغيّر «${title}» بعد أن وافقت عليه في ${day}، فلم تعد موافقتك محسوبة للنسخة الحالية.`,
            'ألقِ نظرة على ما تغيّر، ووافق من جديد إن رأيته صحيحًا.',
          ],
        }
      : {
          subject: `Changed after your approval: ${title}`,
          paragraphs: [
            `“${title}” was changed after you approved it on ${day}. Your approval does not count for the present version.`,
            'Please look at it again, and approve it once more if you agree.',
          ],
        }),
  };
};
