import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { EndedWait } from '../waiting-queries.ts';
import { isArabic, type Reader } from './letters.ts';

/** The buyer approved it at PayPal, was told to wait, and PayPal never completed it. */
export function waitEndedLetter(
  reader: Reader,
  { title, since, because }: Pick<EndedWait, 'since' | 'because'> & { readonly title: TitleInLetter },
  url: string,
): MailContent {
  const { language, firstName } = reader;
  const date = dateFor(reader, since);
  if (because === 'readable_otherwise') return readableLetter(reader, { title, date }, url);
  const mayStillCome = because === 'not_completed';
  return isArabic(reader)
    ? {
        language,
        subject: 'لم يُكمل PayPal عملية شرائك',
        heading: 'لم تكتمل عملية الشراء',
        paragraphs: [
          `مرحبًا ${firstName}، في ${date} وافقت في PayPal على شراء «${title}»، ${mayStillCome ? 'ولم يُكمله PayPal خلال ثلاثة أيام' : 'ثم أُلغيت الموافقة في PayPal أو انتهت صلاحيتها'}. لم يُخصم منك أي مبلغ، ولم يُفتح لك الوصول.`,
          mayStillCome
            ? 'يمكنك الشراء من جديد الآن، بالبطاقة أو عبر PayPal. وإذا أكمل PayPal العملية الأولى لاحقًا، تصلك رسالة، ولا تدفع مرتين: يعود إليك المبلغ الزائد كاملًا.'
            : 'إن كنت لا تزال تريده فاشترِه من جديد، بالبطاقة أو عبر PayPal. وإن لم تُلغِه بنفسك فقد تجد السبب في حسابك في PayPal.',
        ],
        action: { label: 'الشراء من جديد', url },
      }
    : {
        language,
        subject: 'PayPal did not complete your purchase',
        heading: 'The purchase was not completed',
        paragraphs: [
          `Hello ${firstName}, on ${date} you approved the purchase of “${title}” at PayPal, ${mayStillCome ? 'and PayPal has not completed it within three days' : 'and the approval was then canceled at PayPal or expired there'}. Nothing was charged, and your access was not opened.`,
          mayStillCome
            ? 'You can buy it again now, by card or with PayPal. If PayPal completes the first purchase later, you get a mail, and you do not pay twice: what is too much goes back in full.'
            : 'If you still want it, buy it again, by card or with PayPal. If you did not cancel it yourself, your PayPal account may show the reason.',
        ],
        action: { label: 'Buy it again', url },
      };
}

function readableLetter(
  reader: Reader,
  { title, date }: { title: TitleInLetter; date: string },
  url: string,
): MailContent {
  const { language, firstName } = reader;
  return isArabic(reader)
    ? {
        language,
        subject: 'لم تكتمل عملية شرائك عبر PayPal',
        heading: 'لم تكتمل عملية الشراء',
        paragraphs: [
          `مرحبًا ${firstName}، في ${date} وافقت في PayPal على شراء «${title}». ومنذ ذلك الحين صار بإمكانك قراءته بطريقة أخرى، ولذلك لم تُنفَّذ عملية الشراء. لم يُخصم منك أي مبلغ.`,
          'إذا خصم PayPal مبلغًا لاحقًا فسيعود إليك كاملًا. وإن أردت شراءه مع ذلك فبإمكانك شراؤه من جديد.',
        ],
        action: { label: 'فتح صفحة الدفع', url },
      }
    : {
        language,
        subject: 'Your purchase with PayPal was not completed',
        heading: 'The purchase was not completed',
        paragraphs: [
          `Hello ${firstName}, on ${date} you approved the purchase of “${title}” at PayPal. Since then you can read it in another way, so the purchase was not carried out. Nothing was charged.`,
          'If PayPal still takes an amount, it goes back to you in full. If you want to buy it all the same, you can buy it again.',
        ],
        action: { label: 'Open the checkout', url },
      };
}
