import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../platform/mail/title-in-letter.ts';

/** What staff can do with a certificate. */
export const STAFF_ACTS = ['correct', 'revoke', 'reinstate'] as const;
type StaffAct = (typeof STAFF_ACTS)[number];

interface Changed {
  readonly act: StaffAct;
  readonly title: TitleInLetter;
  readonly number: string;
  readonly userName: string;
  readonly reason: string | null;
  readonly publicUrl: string;
}
interface Words {
  readonly subject: string;
  readonly paragraph: string;
  readonly note: string;
}
const WORDS: Readonly<Record<Language, Readonly<Record<StaffAct, (changed: Changed) => Words>>>> = {
  en: {
    correct: ({ title, userName }) => ({
      subject: `Your certificate for ${title} was issued again`,
      paragraph: `Your certificate for “${title}” now carries the name ${userName}. Its number is the same.`,
      note: 'Please download it again: whoever checks an earlier copy is told that it was replaced.',
    }),
    revoke: ({ title, reason }) => ({
      subject: `Your certificate for ${title} was revoked`,
      paragraph: `Your certificate for “${title}” is not valid any more.${reason ? ` The reason: ${reason}` : ''}`,
      note: 'Whoever checks its number is told so. If you think that this is wrong, please write to us.',
    }),
    reinstate: ({ title }) => ({
      subject: `Your certificate for ${title} is valid again`,
      paragraph: `The revocation of your certificate for “${title}” was undone. It is valid, under the same number.`,
      note: 'Whoever checks its number is told that it is valid.',
    }),
  },
  ar: {
    correct: ({ title, userName }) => ({
      subject: `أُصدرت شهادتك في ${title} من جديد`,
      paragraph: `تحمل شهادتك في «${title}» الآن الاسم ${userName}، ورقمها هو نفسه.`,
      note: 'يرجى تنزيلها من جديد: من يتحقق من نسخة سابقة يُخبَر بأنها مُستبدلة.',
    }),
    revoke: ({ title, reason }) => ({
      subject: `أُلغيت شهادتك في ${title}`,
      paragraph: `لم تعد شهادتك في «${title}» صالحة.${reason ? ` السبب: ${reason}` : ''}`,
      note: 'من يتحقق من رقمها يُخبَر بذلك. إن رأيت أن في ذلك خطأ فاكتب إلينا.',
    }),
    reinstate: ({ title }) => ({
      subject: `شهادتك في ${title} صالحة من جديد`,
      paragraph: `أُلغي إبطال شهادتك في «${title}»، وهي صالحة بالرقم نفسه.`,
      note: 'من يتحقق من رقمها يُخبَر بأنها صالحة.',
    }),
  },
};
const LABELS = {
  en: { number: 'Certificate number', see: 'See your certificates', write: 'Write to us' },
  ar: { number: 'رقم الشهادة', see: 'عرض شهاداتك', write: 'اكتب إلينا' },
} as const;

/** Staff corrected, revoked or reinstated the certificate. */
export function changedLetter({ language }: { readonly language: Language }, changed: Changed): MailContent {
  const { subject, paragraph, note } = WORDS[language][changed.act](changed);
  const { number, see, write } = LABELS[language];
  const { publicUrl } = changed;
  return {
    language,
    subject,
    heading: subject,
    paragraphs: [paragraph],
    facts: [[number, changed.number]],
    action:
      changed.act === 'revoke'
        ? { label: write, url: `${publicUrl}/contact-us` }
        : { label: see, url: `${publicUrl}/certificates` },
    notes: [note],
  };
}
