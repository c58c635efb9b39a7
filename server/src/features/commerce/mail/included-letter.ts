import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { isArabic, type Reader } from './letters.ts';

export interface IncludedFacts {
  readonly bundle: TitleInLetter;
  readonly endsAt: Date;
  /** The renewals that ended, each with the day on which it would have been charged. */
  readonly ended: readonly { readonly title: TitleInLetter; readonly date: Date }[];
}

/** The letter about renewals that ended because a bundle contains the same books. */
export function includedLetter(reader: Reader, facts: IncludedFacts, url: string): MailContent {
  const ar = isArabic(reader);
  const end = dateFor(reader, facts.endsAt);
  return {
    language: reader.language,
    subject: ar
      ? `«${facts.bundle}» تشمل اشتراكاتك: لن تتجدد منفردة`
      : `Included in ${facts.bundle}: no separate renewal`,
    heading: ar ? 'لن تدفع مرتين' : 'You are not charged twice',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، تشمل حزمة «${facts.bundle}» ما يلي، فلن يتجدد اشتراكه المنفرد ولن يُخصم عنه أي مبلغ. لديك الحزمة حتى ${end}.`
        : `Hello ${reader.firstName}, your bundle “${facts.bundle}” includes what is listed below, so its own subscription no longer renews and nothing more is charged for it. You have the bundle until ${end}.`,
    ],
    facts: facts.ended.map(({ title, date }) => [
      title,
      ar ? `كان سيتجدد في ${dateFor(reader, date)}` : `would have renewed on ${dateFor(reader, date)}`,
    ]),
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url },
    notes: [
      ar
        ? 'ما دفعت ثمنه يبقى متاحًا لك حتى نهاية مدته. تقدّمك وملاحظاتك محفوظة.'
        : 'What you have paid for stays open until its end. Your progress and your notes are kept.',
    ],
  };
}
