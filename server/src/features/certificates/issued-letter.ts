import type { CERTIFICATE_KINDS } from '@vesalius/contract/certificates';
import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../platform/mail/title-in-letter.ts';

interface Issued {
  readonly kind: (typeof CERTIFICATE_KINDS)[number];
  readonly number: string;
}
const NAMES = {
  en: { hours: 'Hours of participation', credit: 'Credit' },
  ar: { hours: 'ساعات المشاركة', credit: 'نقاط' },
} as const;

/** For one earned certificate, or both kinds of one book at once. */
export function issuedLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  {
    title,
    url,
    bookCompleted,
    certificates,
  }: { title: TitleInLetter; url: string; bookCompleted: boolean; certificates: readonly Issued[] },
): MailContent {
  const facts = certificates.map(({ kind, number }) => [NAMES[language][kind], number] as const);
  const many = certificates.length > 1;
  const done = {
    en: bookCompleted ? `completed “${title}”` : `passed the final test of “${title}”`,
    ar: bookCompleted ? `أتممتَ «${title}»` : `اجتزتَ الاختبار النهائي لكتاب «${title}»`,
  }[language];
  return language === 'ar'
    ? {
        language,
        subject: many ? `شهادتاك في ${title}` : `شهادتك في ${title}`,
        heading: `تهانينا يا ${firstName}`,
        paragraphs: [
          many ? `${done} وصدرت لك شهادتان، وهذان رقماهما:` : `${done} وصدرت لك شهادة، وهذا رقمها:`,
        ],
        facts,
        action: { label: many ? 'عرض الشهادتين' : 'عرض الشهادة', url },
        notes: ['يمكن لأي شخص التحقق من الشهادة برقمها أو بالرمز المطبوع عليها.'],
      }
    : {
        language,
        subject: many ? `Your certificates for ${title}` : `Your certificate for ${title}`,
        heading: `Congratulations, ${firstName}`,
        paragraphs: [
          many
            ? `You have ${done}, and two certificates were issued to you. These are their numbers:`
            : `You have ${done}, and a certificate was issued to you. This is its number:`,
        ],
        facts,
        action: { label: many ? 'See the certificates' : 'See the certificate', url },
        notes: ['Anybody can check a certificate by its number, or by the code that is printed on it.'],
      };
}
