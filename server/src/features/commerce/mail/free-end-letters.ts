import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { type Further, furtherAction, isArabic, type Reader } from './letters.ts';

interface FreeEndFacts {
  readonly title: TitleInLetter;
  readonly date: Date;
}

/** Unpaid access ends in a month: nothing is charged, and the reader can continue it. */
export function freeEndingLetter(
  reader: Reader,
  { title, date }: FreeEndFacts,
  further: Further,
): MailContent {
  const ar = isArabic(reader);
  const end = dateFor(reader, date);
  return {
    language: reader.language,
    subject: ar ? `ينتهي وصولك المجاني في ${end}` : `Your free access ends on ${end}`,
    heading: ar ? 'ينتهي الوصول المجاني قريبًا' : 'Your free access ends soon',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، تقرأ «${title}» مجانًا حتى ${end}. لا يتجدد ذلك، ولن يُخصم أي مبلغ.`
        : `Hello ${reader.firstName}, you can read “${title}” free of charge until ${end}. It does not renew, and nothing will be charged.`,
    ],
    action: furtherAction(reader, further, ar ? 'الاشتراك للمتابعة' : 'Subscribe to keep reading'),
    notes: [ar ? 'تقدّمك وملاحظاتك محفوظة.' : 'Your progress and your notes are kept.'],
  };
}

export function freeEndedLetter(
  reader: Reader,
  { title, date }: FreeEndFacts,
  further: Further,
): MailContent {
  const ar = isArabic(reader);
  const end = dateFor(reader, date);
  return {
    language: reader.language,
    subject: ar ? `انتهى وصولك المجاني إلى ${title}` : `Your free access to ${title} has ended`,
    heading: ar ? 'انتهى الوصول المجاني' : 'Your free access has ended',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، انتهى وصولك المجاني إلى «${title}» في ${end}. لم يُخصم أي مبلغ. تقدّمك وملاحظاتك محفوظة.`
        : `Hello ${reader.firstName}, your free access to “${title}” ended on ${end}. Nothing was charged. Your progress and your notes are kept.`,
    ],
    action: furtherAction(reader, further, ar ? 'الاشتراك' : 'Subscribe'),
  };
}
