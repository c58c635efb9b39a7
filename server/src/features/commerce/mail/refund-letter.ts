import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { RefundFacts } from '../refund-queries.ts';
import { dollars, isArabic, paidWithText, type Reader } from './letters.ts';

/** The letter about a refund by anyone: its amount and payment, and what happens to the access. */
export function refundLetter(
  reader: Reader,
  facts: RefundFacts & { title: TitleInLetter; endedBundles: readonly TitleInLetter[] },
  now: Date,
  url: string,
): MailContent {
  const ar = isArabic(reader);
  const amount = dollars(facts.amountCents);
  const paidWith = paidWithText(facts);
  const name = ar ? `«${facts.title}»` : `“${facts.title}”`;
  const what = facts.isBundle ? (ar ? `حزمة ${name}` : `the bundle ${name}`) : name;
  const isWhole = facts.amountCents === facts.paidCents;
  return {
    language: reader.language,
    subject: ar ? `رددنا إليك ${amount}` : `${amount} refunded to you`,
    heading: ar ? 'مبلغ مردود' : 'A refund',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، رُدّ إليك ${amount} من دفعة ${what}. قد يحتاج ظهور المبلغ في حسابك إلى بضعة أيام.`
        : `Hello ${reader.firstName}, ${amount} of your payment for ${what} has been refunded. It may take some days to show in your account.`,
      accessAfter(reader, facts, now),
      ...endedWithIt(reader, facts.endedBundles),
    ],
    facts: [
      [ar ? 'المبلغ المردود' : 'Refunded', amount],
      [ar ? 'مبلغ الدفعة' : 'Payment', dollars(facts.paidCents)],
      ...(isWhole ? [] : [[ar ? 'مجموع ما رُدّ' : 'Refunded in total', dollars(facts.refundedCents)] as const]),
      ...(paidWith === null ? [] : [[ar ? 'يعود إلى' : 'Goes back to', paidWith] as const]),
    ],
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url },
  };
}

/** The bundles whose price the payment had lowered. */
function endedWithIt(reader: Reader, bundles: readonly TitleInLetter[]): string[] {
  const ar = isArabic(reader);
  return bundles.map((bundle) =>
    ar
      ? `خفّضت هذه الدفعة سعر حزمتك «${bundle}»، فانتهت الحزمة أيضًا ولن تتجدد.`
      : `This payment had lowered the price of your bundle “${bundle}”, so the bundle has ended as well and does not renew.`,
  );
}

function accessAfter(reader: Reader, facts: RefundFacts, now: Date): string {
  const ar = isArabic(reader);
  const { endsAt, renewsAt } = facts;
  if (!facts.boughtYear || !endsAt)
    return ar
      ? 'لم تشترِ هذه الدفعة وصولًا: كان لديك الشيء نفسه بطريقة أخرى، أو وصلت متأخرة. ما لديك يبقى كما هو.'
      : 'This payment bought no access: you already had the same in another way, or it came too late. What you have stays as it is.';
  // A refund of an older year ends nothing, and access from other payments runs to its end.
  if (facts.endsAccess && endsAt <= now)
    return ar
      ? 'انتهى بذلك هذا الاشتراك، ولن يُخصم أي مبلغ بعد الآن. تقدّمك وملاحظاتك محفوظة.'
      : 'This subscription has ended with the refund, and nothing more will be charged. Your progress and your notes are kept.';
  const end = dateFor(reader, endsAt);
  if (endsAt <= now) return ar ? `انتهى هذا الاشتراك في ${end}.` : `This subscription ended on ${end}.`;
  if (renewsAt) {
    const renewal = dateFor(reader, renewsAt);
    return ar
      ? `يبقى وصولك كما هو حتى ${end}، ويتجدد الاشتراك في ${renewal} ما لم تُلغِه.`
      : `You keep your access until ${end}, and the subscription renews on ${renewal} unless you cancel it.`;
  }
  return ar
    ? `يبقى وصولك كما هو حتى ${end}، ولا يتجدد الاشتراك.`
    : `You keep your access until ${end}. The subscription does not renew.`;
}
