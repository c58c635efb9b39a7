import type { Language } from '@vesalius/contract/constants';
import { withoutLinks } from '@vesalius/contract/links';
import type { MailContent } from '../../../platform/mail/layout.ts';

/* The mails about accounts: what happened, what to do, and what to do if it was someone else. */

interface Reader {
  readonly language: Language;
  readonly firstName: string;
}

/*
 * Three of them go to unverified addresses. They contain no name, because it may be a stranger's text.
 */

export function verificationLetter(
  { language }: Pick<Reader, 'language'>,
  url: string,
  hours: number,
): MailContent {
  return language === 'ar'
    ? {
        language,
        subject: 'أكّد بريدك الإلكتروني',
        heading: 'مرحبًا',
        paragraphs: ['أنشأتَ حسابًا في فيزاليوس. أكّد أن هذا العنوان لك، ثم ابدأ القراءة.'],
        action: { label: 'تأكيد البريد الإلكتروني', url },
        notes: [`الرابط صالح لمدة ${hours} ساعة ويعمل مرة واحدة. إن لم تنشئ حسابًا فتجاهل هذه الرسالة.`],
      }
    : {
        language,
        subject: 'Verify your email address',
        heading: 'Welcome to Vesalius',
        paragraphs: [
          'You have created an account at Vesalius. Confirm that this address is yours, and start reading.',
        ],
        action: { label: 'Verify my email', url },
        notes: [
          `The link expires in ${hours} hours and works once. If you did not create an account, ignore this email.`,
        ],
      };
}

export function resetLetter({ language }: Pick<Reader, 'language'>, url: string): MailContent {
  return language === 'ar'
    ? {
        language,
        subject: 'تعيين كلمة مرور جديدة',
        heading: 'تعيين كلمة مرور جديدة',
        paragraphs: ['طُلب تعيين كلمة مرور جديدة لحسابك.'],
        action: { label: 'اختيار كلمة مرور جديدة', url },
        notes: [
          'الرابط صالح لمدة ساعة ويعمل مرة واحدة. إن لم تطلب ذلك فتجاهل هذه الرسالة؛ كلمة مرورك الحالية باقية كما هي.',
        ],
      }
    : {
        language,
        subject: 'Set a new password',
        heading: 'Set a new password',
        paragraphs: ['Somebody asked for a new password for your account.'],
        action: { label: 'Choose a new password', url },
        notes: [
          'The link expires in one hour and works once. If you did not ask for it, ignore this email: your password stays as it is.',
        ],
      };
}

/** `hasBooks`: from a seat or a program. The mail then sells nothing. */
export function welcomeLetter(
  { language, firstName }: Reader,
  { hasBooks, url }: { hasBooks: boolean; url: string },
): MailContent {
  if (hasBooks)
    return language === 'ar'
      ? {
          language,
          subject: 'أهلًا بك في فيزاليوس',
          heading: `أهلًا بك يا ${firstName}`,
          paragraphs: ['تم تأكيد بريدك الإلكتروني. كتب مؤسستك أو برنامجك جاهزة للقراءة.'],
          action: { label: 'افتح كتبك', url },
        }
      : {
          language,
          subject: 'Welcome to Vesalius',
          heading: `Welcome, ${firstName}`,
          paragraphs: [
            'Your email address is verified. The books of your institution or program are ready to read.',
          ],
          action: { label: 'Open your books', url },
        };
  return language === 'ar'
    ? {
        language,
        subject: 'أهلًا بك في فيزاليوس',
        heading: `أهلًا بك يا ${firstName}`,
        paragraphs: [
          'تم تأكيد بريدك الإلكتروني. يمكنك قراءة الصفحات الخمس عشرة الأولى من كل كتاب مجانًا.',
          'مع الاشتراك السنوي تقرأ الكتاب كله، وتشاهد محاضراته، وتجري اختباراته، وتحصل على شهادتك.',
        ],
        action: { label: 'تصفّح المكتبة', url },
      }
    : {
        language,
        subject: 'Welcome to Vesalius',
        heading: `Welcome, ${firstName}`,
        paragraphs: [
          'Your email address is verified. The first 15 pages of every book are yours to read, free of charge.',
          'With a yearly subscription you read the whole book, watch its lectures, take its tests and earn its certificate.',
        ],
        action: { label: 'Browse the library', url },
      };
}

export function invitationLetter(
  { language }: Pick<Reader, 'language'>,
  url: string,
  { by, purpose, days }: { by: string | null; purpose: readonly string[]; days: number },
): MailContent {
  return language === 'ar'
    ? {
        language,
        subject: 'دعوة إلى فيزاليوس',
        heading: 'دعوة إلى فيزاليوس',
        paragraphs: [
          by ? `لديك حساب في فيزاليوس بدعوة من ${withoutLinks(by)}.` : 'لديك حساب في فيزاليوس.',
          ...purpose,
          'اختر كلمة مرور لتؤكد أن هذا العنوان لك وتدخل إلى حسابك.',
        ],
        action: { label: 'اختيار كلمة مرور', url },
        notes: [`الرابط صالح لمدة ${days} يومًا ويعمل مرة واحدة.`],
      }
    : {
        language,
        subject: 'Your invitation to Vesalius',
        heading: 'Your invitation to Vesalius',
        paragraphs: [
          by
            ? `There is an account for you at Vesalius; ${withoutLinks(by)} invited you.`
            : 'There is an account for you at Vesalius.',
          ...purpose,
          'Choose a password to confirm that this address is yours and to open the account.',
        ],
        action: { label: 'Choose a password', url },
        notes: [`The link expires in ${days} days and works once.`],
      };
}

export function passwordChangedLetter({ language, firstName }: Reader, url: string): MailContent {
  return language === 'ar'
    ? {
        language,
        subject: 'تم تغيير كلمة مرورك',
        heading: 'تم تغيير كلمة مرورك',
        paragraphs: [`مرحبًا ${firstName}، تغيّرت كلمة مرور حسابك وانتهت جميع الجلسات الأخرى.`],
        action: { label: 'لم أكن أنا: تعيين كلمة مرور جديدة', url },
        notes: ['إن كنت أنت من غيّرها فلا شيء عليك.'],
      }
    : {
        language,
        subject: 'Your password was changed',
        heading: 'Your password was changed',
        paragraphs: [
          `Hello ${firstName}, the password of your account was changed, and all other sessions were ended.`,
        ],
        action: { label: 'It was not me: set a new password', url },
        notes: ['If it was you, there is nothing to do.'],
      };
}
