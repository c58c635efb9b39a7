import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { chargeDate } from '../schedule-renewal.ts';
import type { RenewalRow } from '../subscription-queries.ts';
import { dollars, isArabic, type Reader } from './letters.ts';

type Row = Pick<RenewalRow, 'renews' | 'renewalPriceCents' | 'endsAt' | 'graceFrom' | 'billsAt'> & {
  readonly title: TitleInLetter;
};

/** A bundle ended early: what happens to the subscriptions whose renewal it had ended. */
export function resumedLetter(
  reader: Reader,
  { bundle, rows, now }: { bundle: TitleInLetter; rows: readonly Row[]; now: Date },
  url: string,
): MailContent {
  const ar = isArabic(reader);
  return {
    language: reader.language,
    subject: ar ? `اشتراكاتك المنفردة بعد «${bundle}»` : `Your own subscriptions after ${bundle}`,
    heading: ar ? 'اشتراكاتك المنفردة' : 'Your own subscriptions',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، انتهت حزمة «${bundle}» قبل موعدها. كانت قد أوقفت تجديد الاشتراكات التالية، وهذا ما يحدث لها الآن.`
        : `Hello ${reader.firstName}, your bundle “${bundle}” has ended early. It had stopped the renewal of the subscriptions below; this is what happens to them now.`,
    ],
    facts: rows.map((row) => [row.title, afterwards(reader, row, now)]),
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url },
    notes: [
      ...(rows.some(({ renews }) => renews)
        ? [
            ar
              ? 'ما يتجدد يتجدد كما كان قبل الحزمة. إن لم ترغب في ذلك فألغ التجديد قبل موعده.'
              : 'What renews does so as it did before the bundle. If you do not want it, cancel before that day.',
          ]
        : []),
      ...(rows.some(({ renews }) => !renews)
        ? [
            ar
              ? 'ما لا يتجدد يمكنك الاشتراك فيه من جديد؛ وتُضاف السنة الجديدة إلى ما دفعت ثمنه.'
              : 'What does not renew can be subscribed to again; the new year is added to what you have paid for.',
          ]
        : []),
    ],
  };
}

function afterwards(reader: Reader, row: Row, now: Date): string {
  const ar = isArabic(reader);
  const price = dollars(row.renewalPriceCents);
  if (row.renews) {
    const date = dateFor(reader, chargeDate(row));
    return ar ? `يتجدد من جديد في ${date} مقابل ${price}` : `renews again on ${date} for ${price}`;
  }
  const end = dateFor(reader, row.endsAt);
  if (row.endsAt > now) return ar ? `متاح حتى ${end}، ولا يتجدد` : `open until ${end}, does not renew`;
  return ar ? `انتهى في ${end}` : `ended on ${end}`;
}
