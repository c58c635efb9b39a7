import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { editionName } from '../edition-letters.ts';
import { dollars, isArabic, type Reader } from './letters.ts';

interface LeftFacts {
  readonly title: TitleInLetter;
  readonly endsAt: Date;
  readonly because: 'replaced' | 'withdrawn';
  /** Whether it renews as before when the book returns. */
  readonly isHeld: boolean;
  readonly newEdition: {
    readonly title: TitleInLetter;
    readonly edition: TitleInLetter;
    readonly url: string;
  } | null;
  /** The edition that the reader subscribes to; null for a package. */
  readonly edition: TitleInLetter | null;
}

/** The reader's item is not sold any more: what happens to the renewal and to the access. */
export function leftShopLetter(reader: Reader, facts: LeftFacts, manage: string): MailContent {
  const { title, newEdition, isHeld } = facts;
  const ar = isArabic(reader);
  const end = dateFor(reader, facts.endsAt);
  const hello = ar ? `مرحبًا ${reader.firstName}،` : `Hello ${reader.firstName},`;
  const named = newEdition && editionName(newEdition, title, reader.language);
  const why = newEdition
    ? ar
      ? `صدرت طبعة جديدة من «${title}»: ${named}. وهي تحل محل الطبعة التي تشترك فيها (${facts.edition}).`
      : `a new edition of “${title}” is out: ${named}. It replaces the one you subscribe to (${facts.edition}).`
    : ar
      ? `لم يعد «${title}» معروضًا للبيع.`
      : `“${title}” is no longer sold.`;
  const consequence = ar
    ? `لن يتجدد اشتراكك، ولن يُخصم أي مبلغ آخر عنه. ويبقى لك الوصول حتى ${end}.`
    : `Your subscription will not renew, and nothing more is charged for it. You keep your access until ${end}.`;
  const notes = [
    ...(isHeld && facts.because === 'withdrawn'
      ? [
          ar
            ? `إن عُرض للبيع من جديد قبل ذلك، تجدد اشتراكك كما كان، ونكتب إليك أولًا.`
            : `If it is sold again before then, your subscription renews as before, and we write to you first.`,
        ]
      : []),
    ar ? 'تقدّمك وملاحظاتك محفوظة.' : 'Your progress and your notes are kept.',
  ];
  return {
    language: reader.language,
    subject: ar ? `لن يتجدد اشتراكك في ${title}` : `${title} will not renew`,
    heading: ar ? 'لن يتجدد الاشتراك' : 'The subscription will not renew',
    paragraphs: [`${hello} ${why} ${consequence}`],
    action: newEdition
      ? { label: ar ? 'عرض الطبعة الجديدة' : 'See the new edition', url: newEdition.url }
      : { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url: manage },
    notes,
  };
}

/** A withdrawn book is sold again: its subscriptions renew as before. */
export function backInShopLetter(
  reader: Reader,
  { title, date, cents }: { title: TitleInLetter; date: Date; cents: number },
  manage: string,
): MailContent {
  const on = dateFor(reader, date);
  return isArabic(reader)
    ? {
        language: reader.language,
        subject: `يتجدد اشتراكك في ${title} من جديد`,
        heading: 'يتجدد الاشتراك كما كان',
        paragraphs: [
          `مرحبًا ${reader.firstName}، عاد «${title}» إلى البيع. يتجدد اشتراكك كما كان: في ${on} لعام آخر مقابل ${dollars(cents)}.`,
        ],
        action: { label: 'إدارة الاشتراك', url: manage },
        notes: ['إن لم ترغب في التجديد فألغه قبل هذا التاريخ؛ يبقى الوصول حتى نهاية المدة.'],
      }
    : {
        language: reader.language,
        subject: `${title} renews again`,
        heading: 'The subscription renews as before',
        paragraphs: [
          `Hello ${reader.firstName}, “${title}” is sold again. Your subscription renews as before: on ${on}, for another year, for ${dollars(cents)}.`,
        ],
        action: { label: 'Manage the subscription', url: manage },
        notes: ['If you do not want it, cancel before that day; your access lasts to the end of the period.'],
      };
}
