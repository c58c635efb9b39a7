import { withoutLinks } from '@vesalius/contract/links';
import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { Addressee } from '../../accounts/mail/mail-person.ts';
import type { ChangesInLetter } from './asked-changes-queries.ts';
import type { ApprovalFacts } from './review-letter-queries.ts';

type Reader = Pick<Addressee, 'language' | 'firstName'>;

export interface CommentInLetter {
  /** Null: the account is gone. */
  readonly name: string | null;
  /** Null: the page is gone. */
  readonly page: number | null;
  readonly text: string;
}

const MAX_COMMENTS = 20;
const MAX_QUOTED_CHARACTERS = 400;

const quoted = (text: string): string => {
  const characters = [...withoutLinks(text).replaceAll(/\s+/g, ' ').trim()];
  return characters.length > MAX_QUOTED_CHARACTERS
    ? `${characters.slice(0, MAX_QUOTED_CHARACTERS).join('')} …`
    : characters.join('');
};

const WORDS = {
  en: {
    hello: (name: string) => `Hello ${name}`,
    somebody: 'Deleted account',
    page: (name: string, page: number) => `${name}, page ${page}`,
    open: 'Open the comments',
    count: (count: number, title: string) =>
      count === 1
        ? `There is a new comment on “${title}”.`
        : `There are ${count} new comments on “${title}”.`,
    subject: (title: string) => `New comments: ${title}`,
    more: (count: number) => `And ${count} more.`,
    footer: 'You get this letter because you work on this book or take part in its comments.',
    approved: (name: string, title: string) => `${name} approved “${title}”.`,
    approvedSubject: (title: string) => `Approved: ${title}`,
    changes: (name: string, title: string) => `${name} asks for changes to “${title}”:`,
    changesSubject: (title: string) => `Changes asked: ${title}`,
    changesClosed: (on: string) => `The book was published on ${on}, which closed this request.`,
    published: (title: string, on: string, askedOn: string) =>
      `“${title}” was published on ${on}. On ${askedOn} you had asked for changes:`,
    publishedSubject: (title: string) => `Published after you asked for changes: ${title}`,
    publishedNext: 'Your request is closed. If this is still wrong, please ask for changes again.',
    preview: 'Open the preview',
    remarks: 'Comments by the same person that are still open:',
    review: 'Open the review',
  },
  ar: {
    hello: (name: string) => `مرحبًا ${name}`,
    somebody: 'حساب محذوف',
    page: (name: string, page: number) => `${name}، صفحة ${page}`,
    open: 'افتح التعليقات',
    count: (count: number, title: string) =>
      count === 1 ? `تعليق جديد على «${title}».` : `تعليقات جديدة على «${title}»: ${count}.`,
    subject: (title: string) => `تعليقات جديدة: ${title}`,
    more: (count: number) => `وتعليقات أخرى: ${count}.`,
    footer: 'تصلك هذه الرسالة لأنك تعمل على هذا الكتاب أو تشارك في تعليقاته.',
    approved: (name: string, title: string) => `وافق ${name} على «${title}».`,
    approvedSubject: (title: string) => `تمت الموافقة: ${title}`,
    changes: (name: string, title: string) => `يطلب ${name} تعديلات على «${title}»:`,
    changesSubject: (title: string) => `تعديلات مطلوبة: ${title}`,
    changesClosed: (on: string) => `نُشر الكتاب في ${on}، فأُغلق هذا الطلب.`,
    published: (title: string, on: string, askedOn: string) =>
      `نُشر «${title}» في ${on}. وكنت قد طلبت في ${askedOn} هذه التعديلات:`,
    publishedSubject: (title: string) => `نُشر بعد أن طلبت تعديلات: ${title}`,
    publishedNext: 'أُغلق طلبك. إن بقي الخطأ قائمًا فاطلب التعديلات من جديد.',
    preview: 'افتح المعاينة',
    remarks: 'تعليقات الشخص نفسه التي ما زالت مفتوحة:',
    review: 'افتح المراجعة',
  },
} as const;

/** About the comments of a while. */
export function commentsLetter(
  { language, firstName }: Reader,
  { title, comments, url }: { title: TitleInLetter; comments: readonly CommentInLetter[]; url: string },
): MailContent {
  const words = WORDS[language];
  const left = comments.length - MAX_COMMENTS;
  return {
    language,
    subject: words.subject(title),
    heading: words.hello(firstName),
    paragraphs: [words.count(comments.length, title)],
    facts: comments.slice(0, MAX_COMMENTS).map(({ name, page, text }) => {
      const by = name === null ? words.somebody : withoutLinks(name);
      return [page === null ? by : words.page(by, page), quoted(text)];
    }),
    action: { label: words.open, url },
    ...(left > 0 ? { notes: [words.more(left)] } : {}),
    footer: words.footer,
  };
}

/** To the user who asked for the review. */
export function approvedLetter(
  { language, firstName }: Reader,
  { title, name, comments, url }: Omit<ApprovalFacts, 'title'> & { title: TitleInLetter; url: string },
): MailContent {
  const words = WORDS[language];
  return {
    language,
    subject: words.approvedSubject(title),
    heading: words.hello(firstName),
    paragraphs: [
      words.approved(withoutLinks(name), title),
      ...(comments.length > 0 ? [words.remarks, ...comments.map(quoted)] : []),
    ],
    action: { label: words.review, url },
  };
}

/** What a reviewer asked to be changed, to the user who asked for the review or those who make the book. */
export function changesLetter(
  { language, firstName, timeZone }: Reader & Pick<Addressee, 'timeZone'>,
  {
    title,
    name,
    text,
    publishedAt,
    url,
  }: Pick<ChangesInLetter, 'name' | 'text' | 'publishedAt'> & { title: TitleInLetter; url: string },
): MailContent {
  const words = WORDS[language];
  return {
    language,
    subject: words.changesSubject(title),
    heading: words.hello(firstName),
    paragraphs: [
      words.changes(withoutLinks(name), title),
      quoted(text),
      ...(publishedAt ? [words.changesClosed(dateFor({ language, timeZone }, publishedAt))] : []),
    ],
    action: { label: words.review, url },
  };
}

/** To the reviewer who had asked for changes when the book was published. */
export function publishedOverLetter(
  { language, firstName, timeZone }: Reader & Pick<Addressee, 'timeZone'>,
  {
    title,
    text,
    askedAt,
    publishedAt,
    url,
  }: {
    title: TitleInLetter;
    publishedAt: Date;
    url: string;
  } & Pick<ChangesInLetter, 'text' | 'askedAt'>,
): MailContent {
  const words = WORDS[language];
  const dayOf = (time: Date) => dateFor({ language, timeZone }, time);
  return {
    language,
    subject: words.publishedSubject(title),
    heading: words.hello(firstName),
    paragraphs: [
      words.published(title, dayOf(publishedAt), dayOf(askedAt)),
      quoted(text),
      words.publishedNext,
    ],
    action: { label: words.preview, url },
  };
}
