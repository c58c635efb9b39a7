import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { isArabic, type Reader } from './letters.ts';

/** Confirms a free year that the reader took. Nothing was paid, so there is no receipt. */
export function freeStartedLetter(
  reader: Reader,
  { title, endsAt }: { title: TitleInLetter; endsAt: Date },
  manage: string,
): MailContent {
  const ar = isArabic(reader);
  return {
    language: reader.language,
    subject: ar ? `بدأ اشتراكك في ${title}` : `Your subscription to ${title} has started`,
    heading: ar ? 'شكرًا لك' : 'Thank you',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، اشتراكك في «${title}» سارٍ. وهو مجاني.`
        : `Hello ${reader.firstName}, your subscription to “${title}” is running. It is free of charge.`,
    ],
    facts: [[ar ? 'الوصول حتى' : 'Access until', dateFor(reader, endsAt)]],
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url: manage },
    notes: [
      ar
        ? 'لا يتجدد ذلك، ولن يُخصم أي مبلغ. ونذكّرك قبل أن ينتهي.'
        : 'It does not renew, and nothing will be charged. We remind you before it ends.',
    ],
  };
}
