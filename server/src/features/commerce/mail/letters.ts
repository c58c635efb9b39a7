import type { Language } from '@vesalius/contract/constants';
import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';

/* The letters about payments: what happened, what it costs, what the reader can do. */

export interface Reader {
  readonly language: Language;
  readonly firstName: string;
  readonly timeZone: string;
}
export const isArabic = ({ language }: Reader) => language === 'ar';

export const dollars = (cents: number): string => `$${(cents / 100).toFixed(2)}`;
export interface ReceiptFacts {
  readonly number: string;
  readonly title: TitleInLetter;
  readonly cents: number;
  readonly taxCents: number;
  readonly paidWith: string;
  readonly issuedAt: Date;
  readonly periodEnd: Date;
  /** Null: no further year is charged. */
  readonly renewal: { readonly date: Date; readonly cents: number } | null;
}
export function receiptLetter(reader: Reader, facts: ReceiptFacts, url: string): MailContent {
  const { language } = reader;
  const ar = isArabic(reader);
  return {
    language,
    subject: ar ? `إيصال الدفع ${facts.number}` : `Receipt ${facts.number}`,
    heading: ar ? 'شكرًا لك' : 'Thank you',
    paragraphs: ar
      ? [`مرحبًا ${reader.firstName}، استلمنا دفعتك. اشتراكك في «${facts.title}» سارٍ.`]
      : [
          `Hello ${reader.firstName}, your payment was successful. Your subscription to “${facts.title}” is running.`,
        ],
    facts: [
      [ar ? 'رقم الإيصال' : 'Receipt', facts.number],
      [ar ? 'التاريخ' : 'Date', dateFor(reader, facts.issuedAt)],
      [ar ? 'المبلغ' : 'Amount', dollars(facts.cents)],
      [ar ? 'منه ضريبة' : 'Of which tax', dollars(facts.taxCents)],
      [ar ? 'طريقة الدفع' : 'Paid with', facts.paidWith],
      [ar ? 'الوصول حتى' : 'Access until', dateFor(reader, facts.periodEnd)],
    ],
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url },
    notes: [renewalNote(reader, facts.renewal)],
  };
}

function renewalNote(reader: Reader, renewal: ReceiptFacts['renewal']): string {
  const ar = isArabic(reader);
  if (!renewal) return ar ? 'لا يتجدد الاشتراك.' : 'It does not renew.';
  const date = dateFor(reader, renewal.date);
  const price = dollars(renewal.cents);
  return ar
    ? `يتجدد الاشتراك في ${date} مقابل ${price} سنويًا. يمكنك إلغاء التجديد في أي وقت، ويبقى الوصول حتى نهاية المدة.`
    : `It renews on ${date} for ${price} a year. You can cancel the renewal at any time and keep your access to the end of the period.`;
}

/** Null: the last digits of the card are not known. */
export const paidWithText = ({
  gateway,
  lastFour,
}: {
  gateway: string;
  lastFour: string | null;
}): string | null => (gateway === 'paypal' ? 'PayPal' : lastFour ? `•••• ${lastFour}` : null);

export function reminderLetter(
  reader: Reader,
  facts: {
    title: TitleInLetter;
    cents: number;
    date: Date;
    paidWith: string | null;
    left: readonly TitleInLetter[];
  },
  url: string,
): MailContent {
  const { language } = reader;
  const date = dateFor(reader, facts.date);
  return isArabic(reader)
    ? {
        language,
        subject: `يتجدد اشتراكك في ${date}`,
        heading: 'تذكير بالتجديد',
        paragraphs: [
          `مرحبًا ${reader.firstName}، يتجدد اشتراكك في «${facts.title}» لعام آخر في ${date} مقابل ${dollars(facts.cents)}.`,
          ...leftParagraph(facts.left, true),
        ],
        facts: facts.paidWith === null ? [] : [['طريقة الدفع', facts.paidWith]],
        action: { label: 'إدارة الاشتراك', url },
        notes: ['إن لم ترغب في التجديد فألغه قبل هذا التاريخ؛ يبقى الوصول حتى نهاية المدة.'],
      }
    : {
        language,
        subject: `Your subscription renews on ${date}`,
        heading: 'A renewal is coming',
        paragraphs: [
          `Hello ${reader.firstName}, your subscription to “${facts.title}” renews for another year on ${date}, for ${dollars(facts.cents)}.`,
          ...leftParagraph(facts.left, false),
        ],
        facts: facts.paidWith === null ? [] : [['Paid with', facts.paidWith]],
        action: { label: 'Manage the subscription', url },
        notes: ['If you do not want it, cancel before that day; your access lasts to the end of the period.'],
      };
}

/** The books that the bundle no longer contains, before another year of it is paid. */
function leftParagraph(titles: readonly TitleInLetter[], ar: boolean): string[] {
  if (titles.length === 0) return [];
  const list = titles.map((title) => (ar ? `«${title}»` : `“${title}”`)).join(ar ? '، ' : ', ');
  return [
    ar
      ? `خرج من الحزمة منذ أن دفعت آخر مرة: ${list}. والسعر المذكور هو سعر الحزمة بعد ذلك.`
      : `Since you last paid, this has left the bundle: ${list}. The price above is for the bundle without it.`,
  ];
}

export function renewalFailedLetter(
  reader: Reader,
  facts: { title: TitleInLetter; nextTry: Date | null },
  url: string,
): MailContent {
  const { language } = reader;
  const next = facts.nextTry ? dateFor(reader, facts.nextTry) : '';
  return isArabic(reader)
    ? {
        language,
        subject: 'تعذّر تجديد اشتراكك',
        heading: 'تعذّر التجديد',
        paragraphs: [
          `مرحبًا ${reader.firstName}، لم تُقبل البطاقة عند تجديد «${facts.title}». ما زال بإمكانك القراءة، وسنحاول مرة أخرى في ${next}.`,
        ],
        action: { label: 'تغيير البطاقة', url },
      }
    : {
        language,
        subject: 'Your subscription could not be renewed',
        heading: 'The renewal did not work',
        paragraphs: [
          `Hello ${reader.firstName}, the card was not accepted for another year of “${facts.title}”. You can still read; we try again on ${next}.`,
        ],
        action: { label: 'Use another card', url },
      };
}

/**
 * The link for the reader to continue: to the same item, to its newer edition, or, if it is not sold, to the home
 * page.
 */
export interface Further {
  readonly kind: 'again' | 'new edition' | 'not sold';
  readonly url: string;
}
export function furtherAction(
  reader: Pick<Reader, 'language'>,
  { kind, url }: Further,
  again: string,
): { label: string; url: string } {
  if (kind === 'again') return { label: again, url };
  const ar = reader.language === 'ar';
  const label =
    kind === 'new edition'
      ? ar
        ? 'عرض الطبعة الجديدة'
        : 'See the new edition'
      : ar
        ? 'عرض اشتراكاتي'
        : 'My subscriptions';
  return { label, url };
}

export function endedLetter(
  reader: Reader,
  facts: { title: TitleInLetter; why: 'card refused' | 'not renewed' | 'staff' },
  further: Further,
): MailContent {
  const { language } = reader;
  return isArabic(reader)
    ? {
        language,
        subject: `انتهى اشتراكك في ${facts.title}`,
        heading: 'انتهى الاشتراك',
        paragraphs: [
          facts.why === 'staff'
            ? `مرحبًا ${reader.firstName}، أنهى فريق الدعم اشتراكك في «${facts.title}»، ولن يُخصم أي مبلغ بعد الآن. تقدّمك وملاحظاتك محفوظة. إن كان ذلك غير متوقع فتواصل معنا.`
            : facts.why === 'card refused'
              ? `مرحبًا ${reader.firstName}، لم تُقبل البطاقة بعد ثلاث محاولات، فانتهى اشتراكك في «${facts.title}». تقدّمك وملاحظاتك محفوظة.`
              : `مرحبًا ${reader.firstName}، انتهى اشتراكك في «${facts.title}» ولم يُجدَّد. لم يُخصم أي مبلغ. تقدّمك وملاحظاتك محفوظة.`,
        ],
        action: furtherAction(reader, further, 'الاشتراك من جديد'),
      }
    : {
        language,
        subject: `Your subscription to ${facts.title} has ended`,
        heading: 'The subscription has ended',
        paragraphs: [
          facts.why === 'staff'
            ? `Hello ${reader.firstName}, our support team has ended your subscription to “${facts.title}”, and nothing more will be charged. Your progress and your notes are kept. If you did not expect this, please contact us.`
            : facts.why === 'card refused'
              ? `Hello ${reader.firstName}, the card was not accepted in three tries, so your subscription to “${facts.title}” has ended. Your progress and your notes are kept.`
              : `Hello ${reader.firstName}, your subscription to “${facts.title}” has ended and was not renewed. Nothing was charged. Your progress and your notes are kept.`,
        ],
        action: furtherAction(reader, further, 'Subscribe again'),
      };
}

export function cancelledLetter(
  reader: Reader,
  facts: { title: TitleInLetter; endsAt: Date },
  url: string,
): MailContent {
  const { language } = reader;
  const date = dateFor(reader, facts.endsAt);
  return isArabic(reader)
    ? {
        language,
        subject: 'أُلغي تجديد اشتراكك',
        heading: 'لن يتجدد الاشتراك',
        paragraphs: [`مرحبًا ${reader.firstName}، لن يتجدد اشتراكك في «${facts.title}». تقرؤه حتى ${date}.`],
        action: { label: 'إدارة الاشتراك', url },
      }
    : {
        language,
        subject: 'Your subscription will not renew',
        heading: 'The renewal is cancelled',
        paragraphs: [
          `Hello ${reader.firstName}, your subscription to “${facts.title}” will not renew. You can read it until ${date}.`,
        ],
        action: { label: 'Manage the subscription', url },
      };
}

/** The reader undid a cancellation. */
export function renewingLetter(
  reader: Reader,
  facts: { title: TitleInLetter; cents: number; date: Date },
  url: string,
): MailContent {
  const { language } = reader;
  const date = dateFor(reader, facts.date);
  const price = dollars(facts.cents);
  return isArabic(reader)
    ? {
        language,
        subject: 'يتجدد اشتراكك من جديد',
        heading: 'عاد التجديد',
        paragraphs: [
          `مرحبًا ${reader.firstName}، كما طلبت، يتجدد اشتراكك في «${facts.title}» لعام آخر في ${date} مقابل ${price}.`,
        ],
        action: { label: 'إدارة الاشتراك', url },
        notes: ['إن لم ترغب في التجديد فألغه قبل هذا التاريخ؛ يبقى الوصول حتى نهاية المدة.'],
      }
    : {
        language,
        subject: 'Your subscription renews again',
        heading: 'The renewal is back',
        paragraphs: [
          `Hello ${reader.firstName}, as you asked, your subscription to “${facts.title}” renews for another year on ${date}, for ${price}.`,
        ],
        action: { label: 'Manage the subscription', url },
        notes: ['If you do not want it, cancel before that day; your access lasts to the end of the period.'],
      };
}
