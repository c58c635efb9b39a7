import { dateFor } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import { isArabic, type Reader } from './letters.ts';

/** Staff gave free access. */
export function grantedLetter(
  reader: Reader,
  { title, endsAt }: { title: TitleInLetter; endsAt: Date },
  url: string,
): MailContent {
  const ar = isArabic(reader);
  const end = dateFor(reader, endsAt);
  return {
    language: reader.language,
    subject: ar ? `حصلت على وصول مجاني إلى ${title}` : `You have been given ${title}`,
    heading: ar ? 'وصول مجاني' : 'Free access',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، منحك فريق Vesalius وصولًا إلى «${title}». يمكنك قراءته مجانًا حتى ${end}.`
        : `Hello ${reader.firstName}, the Vesalius team has given you access to “${title}”. You can read it free of charge until ${end}.`,
    ],
    action: { label: ar ? 'ابدأ القراءة' : 'Start reading', url },
    notes: [
      ar
        ? 'لا يتجدد ذلك، ولن يُخصم أي مبلغ. ونذكّرك قبل أن ينتهي.'
        : 'It does not renew, and nothing will be charged. We remind you before it ends.',
    ],
  };
}

/** Staff moved the end of a subscription. */
export function movedEndLetter(
  reader: Reader,
  facts: { title: TitleInLetter; endsAt: Date; endsBefore: Date; renewsAt: Date | null },
  manage: string,
): MailContent {
  const { title, renewsAt } = facts;
  const ar = isArabic(reader);
  const [end, before] = [dateFor(reader, facts.endsAt), dateFor(reader, facts.endsBefore)];
  return {
    language: reader.language,
    subject: ar ? `يستمر وصولك إلى ${title} حتى ${end}` : `Your access to ${title} now lasts until ${end}`,
    heading: ar ? 'تغيّر موعد انتهاء اشتراكك' : 'Your subscription has another end',
    paragraphs: [
      ar
        ? `مرحبًا ${reader.firstName}، غيّر فريق Vesalius موعد انتهاء اشتراكك في «${title}». يمكنك القراءة الآن حتى ${end} بدلًا من ${before}.`
        : `Hello ${reader.firstName}, the Vesalius team has changed the end of your subscription to “${title}”. You can read it until ${end}; before, it was ${before}.`,
    ],
    action: { label: ar ? 'عرض اشتراكاتي' : 'My subscriptions', url: manage },
    notes: [
      renewsAt
        ? ar
          ? `يتجدد الاشتراك في ${dateFor(reader, renewsAt)}.`
          : `It renews on ${dateFor(reader, renewsAt)}.`
        : ar
          ? 'لا يتجدد الاشتراك.'
          : 'It does not renew.',
      ar ? 'إن كان ذلك غير متوقع فتواصل معنا.' : 'If you did not expect this, please contact us.',
    ],
  };
}
