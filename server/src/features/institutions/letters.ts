import type { Language } from '@vesalius/contract/constants';
import { withoutLinks } from '@vesalius/contract/links';
import type { MailContent } from '../../platform/mail/layout.ts';

/** What whoever manages an institution can do, for the letter that tells them. */
export const managerPowers = (language: Language, name: string): readonly string[] =>
  language === 'ar'
    ? [
        `أنت الآن من مديري ${withoutLinks(name)}: تدعو الأعضاء وتزيلهم، وترى من يقرأ والاستخدام، ويمكنك تعيين مديرين آخرين.`,
      ]
    : [
        `You manage ${withoutLinks(name)} now: you invite and remove members, see who reads and the usage, and can make others managers.`,
      ];

/**
 * To a reader who has an account already. The members' names and last use are shown to the managers: nobody is one of
 * them without being told, and without a way out.
 */
export function memberLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  { name, isManager, url }: { name: string; isManager: boolean; url: string },
): MailContent {
  const institution = withoutLinks(name);
  if (language === 'ar')
    return {
      language,
      subject: isManager ? `أنت الآن من مديري ${institution}` : `أنت الآن عضو في ${institution}`,
      heading: `مرحبًا ${firstName}`,
      paragraphs: isManager
        ? managerPowers(language, name)
        : [
            `أنت الآن عضو في ${institution}، ويمكنك قراءة الكتب التي تشملها المؤسسة.`,
            'يرى مديرو المؤسسة اسمك وعنوان بريدك وتاريخ آخر قراءة لك.',
          ],
      action: { label: isManager ? 'إدارة الأعضاء والاستخدام' : 'افتح كتب المؤسسة', url },
      notes: ['يمكنك مغادرة المؤسسة في أي وقت من صفحة كتبها.'],
    };
  return {
    language,
    subject: isManager ? `You are now a manager of ${institution}` : `You are now a member of ${institution}`,
    heading: `Hello ${firstName}`,
    paragraphs: isManager
      ? managerPowers(language, name)
      : [
          `You are now a member of ${institution}, and can read the books that it covers.`,
          'Its managers see your name, your email address and when you last read.',
        ],
    action: { label: isManager ? 'Manage members and usage' : 'Open its books', url },
    notes: ['You can leave the institution at any time, on the page with its books.'],
  };
}
