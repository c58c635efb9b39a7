import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../../platform/mail/layout.ts';

/** The last mail to a user: the account is deleted, and what is kept. */
export function deletedLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  contactUrl: string,
): MailContent {
  return language === 'ar'
    ? {
        language,
        subject: 'حُذف حسابك',
        heading: 'حُذف حسابك',
        paragraphs: [
          `مرحبًا ${firstName}،`,
          'حُذف حسابك في فيزاليوس مع اسمك وعنوانك. انتهت اشتراكاتك ولن يُجدَّد أي منها، ولن يُخصم شيء بعد الآن.',
          'تبقى شهاداتك سارية، ويمكن لأي شخص التحقق منها بأرقامها.',
        ],
        action: { label: 'لم أكن أنا: اكتب إلينا', url: contactUrl },
        footer: 'تصلك هذه الرسالة لأنه كان لك حساب في فيزاليوس.',
      }
    : {
        language,
        subject: 'Your account was deleted',
        heading: 'Your account was deleted',
        paragraphs: [
          `Hello ${firstName},`,
          'Your account at Vesalius was deleted, with your name and address. Your subscriptions have ended, none of them renews, and nothing more is charged.',
          'Your certificates stay valid, and anybody can check them by their numbers.',
        ],
        action: { label: 'It was not me: contact us', url: contactUrl },
        footer: 'You get this mail because you had an account at Vesalius.',
      };
}
