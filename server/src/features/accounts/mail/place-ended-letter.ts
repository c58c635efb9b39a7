import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { Addressee } from './mail-person.ts';
import { nameOfOther } from './name-in-letter.ts';

/**
 * Others ended a place in a program or institution: an invitation that was not accepted is withdrawn, otherwise access ends. To
 * an address that nobody has verified it holds no name of its addressee.
 */
export function placeEndedLetter(
  { language, firstName, emailVerified, timeZone }: Addressee,
  given: { place: TitleInLetter; by: string | null; endedAt: Date | null; url: string },
): MailContent {
  const { place, url } = given;
  const name = given.by === null ? null : nameOfOther(given.by);
  const by = name === null ? place : `${name} (${place})`;
  if (!emailVerified)
    return language === 'ar'
      ? {
          language,
          subject: 'سُحبت دعوتك إلى فيزاليوس',
          heading: 'سُحبت دعوتك',
          paragraphs: [
            `سحب ${by} الدعوة التي وصلتك. لا يلزمك فعل شيء.`,
            'ما زال بإمكانك فتح حساب خاص بك بالرابط الذي في الدعوة ما دام صالحًا، لكن ما دُعيت إليه ليس ضمنه.',
          ],
          notes: ['إن رأيت أن في ذلك خطأ فاسأل من دعاك.'],
        }
      : {
          language,
          subject: 'Your invitation to Vesalius was withdrawn',
          heading: 'Your invitation was withdrawn',
          paragraphs: [
            `${by} has withdrawn the invitation that you got. You need not do anything.`,
            'The link of the invitation still opens an account of your own while it is valid, but without what the invitation was for.',
          ],
          notes: ['If you think that this is wrong, ask whoever invited you.'],
        };
  const date = given.endedAt && dateFor({ language, timeZone }, given.endedAt);
  return language === 'ar'
    ? {
        language,
        subject: `انتهى وصولك عن طريق ${place}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `أنهى ${by} مكانك${date ? ` في ${date}` : ''}، وانتهى معه الوصول الذي جاء منه.`,
          'يبقى حسابك، وتبقى نتائجك وملاحظاتك وشهاداتك واشتراكاتك الخاصة لك.',
        ],
        action: { label: 'افتح فيزاليوس', url },
        notes: ['إن رأيت أن في ذلك خطأ فاسأل من أضافك.'],
      }
    : {
        language,
        subject: `Your access through ${place} has ended`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `${by} ended your place${date ? ` on ${date}` : ''}, and with it the access that came from it.`,
          'Your account stays, and your scores, notes, certificates and own subscriptions stay yours.',
        ],
        action: { label: 'Open Vesalius', url },
        notes: ['If you think that this is wrong, ask whoever added you.'],
      };
}
