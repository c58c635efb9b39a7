import type { Language } from '@vesalius/contract/constants';
import { SEAT_IDLE_DAYS } from '@vesalius/contract/institutions';
import { withoutLinks } from '@vesalius/contract/links';
import { dateFor } from '../../platform/mail/date-for.ts';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { Addressee } from '../accounts/mail/mail-person.ts';

/** What a manager of an institution can do, for the mail about it. */
export const managerPowers = (language: Language, name: string): readonly string[] =>
  language === 'ar'
    ? [
        `أنت الآن من مديري ${withoutLinks(name)}: تدعو الأعضاء وتزيلهم، وترى من يقرأ والاستخدام، ويمكنك تعيين مديرين آخرين.`,
      ]
    : [
        `You manage ${withoutLinks(name)} now: you invite and remove members, see who reads and the usage, and can make others managers.`,
      ];

/** What a member can read, and what the managers see, with a way to leave. */
export const memberTerms = (language: Language, name: string): readonly string[] =>
  language === 'ar'
    ? [
        `أنت الآن عضو في ${withoutLinks(name)}، ويمكنك قراءة الكتب التي تشملها المؤسسة.`,
        'يرى مديرو المؤسسة اسمك وعنوان بريدك وتاريخ آخر قراءة لك.',
      ]
    : [
        `You are now a member of ${withoutLinks(name)}, and can read the books that it covers.`,
        'Its managers see your name, your email address and when you last read.',
      ];

export const wayOut = (language: Language): string =>
  language === 'ar'
    ? 'يمكنك مغادرة المؤسسة في أي وقت من صفحة كتبها.'
    : 'You can leave the institution at any time, on the page with its books.';

/** For a reader who already has an account. */
export function memberLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  { name, isManager, isBack, url }: { name: string; isManager: boolean; isBack: boolean; url: string },
): MailContent {
  const institution = withoutLinks(name);
  if (isBack && !isManager) return backLetter({ language, firstName }, { name, url });
  if (language === 'ar')
    return {
      language,
      subject: isManager ? `أنت الآن من مديري ${institution}` : `أنت الآن عضو في ${institution}`,
      heading: `مرحبًا ${firstName}`,
      paragraphs: isManager ? managerPowers(language, name) : memberTerms(language, name),
      action: { label: isManager ? 'إدارة الأعضاء والاستخدام' : 'افتح كتب المؤسسة', url },
      notes: [wayOut(language)],
    };
  return {
    language,
    subject: isManager ? `You are now a manager of ${institution}` : `You are now a member of ${institution}`,
    heading: `Hello ${firstName}`,
    paragraphs: isManager ? managerPowers(language, name) : memberTerms(language, name),
    action: { label: isManager ? 'Manage members and usage' : 'Open its books', url },
    notes: [wayOut(language)],
  };
}

/** For a member whose removal was undone. */
function backLetter(
  { language, firstName }: { readonly language: Language; readonly firstName: string },
  { name, url }: { name: string; url: string },
): MailContent {
  const institution = withoutLinks(name);
  const [, whatIsSeen = ''] = memberTerms(language, name);
  return language === 'ar'
    ? {
        language,
        subject: `عدت عضوًا في ${institution}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [`عدت عضوًا في ${institution}، وتقرأ الكتب التي تشملها كما كنت.`, whatIsSeen],
        action: { label: 'افتح كتب المؤسسة', url },
        notes: [wayOut(language)],
      }
    : {
        language,
        subject: `You are back in ${institution}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `You are a member of ${institution} again, and can read the books that it covers as before.`,
          whatIsSeen,
        ],
        action: { label: 'Open its books', url },
        notes: [wayOut(language)],
      };
}

/** For a member who was dismissed as manager. */
export function dismissedLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { name, at, url }: { name: string; at: Date; url: string },
): MailContent {
  const institution = withoutLinks(name);
  const date = dateFor({ language, timeZone }, at);
  return language === 'ar'
    ? {
        language,
        subject: `لم تعد من مديري ${institution}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `منذ ${date} لم تعد من مديري ${institution}: لا تدعو الأعضاء ولا تزيلهم، ولا ترى من يقرأ ولا الاستخدام.`,
          'تبقى عضوًا، ويبقى لك ما للأعضاء من وصول. وتبقى نتائجك وملاحظاتك وشهاداتك لك.',
        ],
        action: { label: 'افتح كتب المؤسسة', url },
        notes: ['إن رأيت أن في ذلك خطأ فاسأل مديرًا آخر للمؤسسة.'],
      }
    : {
        language,
        subject: `You no longer manage ${institution}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `Since ${date} you no longer manage ${institution}: you cannot invite or remove members, or see who reads and the usage.`,
          'You stay a member, with the access that members have. Your scores, notes and certificates stay yours.',
        ],
        action: { label: 'Open its books', url },
        notes: ['If you think that this is wrong, ask another manager of the institution.'],
      };
}

/** For a manager, a month before the institution's subscription ends and again after its end. */
export function endLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { name, endsAt, isEnded, url }: { name: string; endsAt: Date; isEnded: boolean; url: string },
): MailContent {
  const institution = withoutLinks(name);
  const date = dateFor({ language, timeZone }, endsAt);
  if (language === 'ar')
    return {
      language,
      subject: isEnded ? `انتهى اشتراك ${institution}` : `ينتهي اشتراك ${institution} في ${date}`,
      heading: `مرحبًا ${firstName}`,
      paragraphs: isEnded
        ? [
            `انتهى اشتراك ${institution} في ${date}، ولم يعد أعضاؤها يقرؤون الكتب التي كانت تشملها.`,
            'تبقى قائمة الأعضاء وتقارير الاستخدام في صفحتك. للتجديد اكتب إلينا.',
          ]
        : [
            `ينتهي اشتراك ${institution} في ${date}، وعندئذ يفقد أعضاؤها الوصول إلى الكتب التي تشملها.`,
            'للتجديد اكتب إلينا.',
          ],
      action: { label: isEnded ? 'الأعضاء والاستخدام' : 'إدارة الأعضاء والاستخدام', url },
    };
  return {
    language,
    subject: isEnded
      ? `The subscription of ${institution} has ended`
      : `The subscription of ${institution} ends on ${date}`,
    heading: `Hello ${firstName}`,
    paragraphs: isEnded
      ? [
          `The subscription of ${institution} ended on ${date}. Its members can no longer read the books that it covered.`,
          'The list of members and the usage reports stay on your page. To renew, write to us.',
        ]
      : [
          `The subscription of ${institution} ends on ${date}. Its members then lose access to the books that it covers.`,
          'To renew, write to us.',
        ],
    action: { label: isEnded ? 'Members and usage' : 'Manage members and usage', url },
  };
}

/** For a member who does not manage it, after the end of the institution's subscription. */
export function accessEndedLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { name, endsAt, url }: { name: string; endsAt: Date; url: string },
): MailContent {
  const institution = withoutLinks(name);
  const date = dateFor({ language, timeZone }, endsAt);
  return language === 'ar'
    ? {
        language,
        subject: `انتهى وصولك عبر ${institution}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `انتهى اشتراك ${institution} في ${date}، ولم تعد تقرأ عبرها الكتب التي كانت تشملها.`,
          'تبقى ملاحظاتك ونتائجك وشهاداتك لك، وتبقى الكتب التي اشتركت فيها بنفسك مفتوحة.',
        ],
        action: { label: 'تصفح الكتب', url },
        notes: ['إن جددت المؤسسة اشتراكها فُتحت كتبها من جديد.'],
      }
    : {
        language,
        subject: `Your access through ${institution} has ended`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `The subscription of ${institution} ended on ${date}. You can no longer read the books that it covered.`,
          'Your notes, scores and certificates stay yours, and books that you subscribed to yourself stay open.',
        ],
        action: { label: 'See the books', url },
        notes: ['If the institution renews, its books open again.'],
      };
}

/** For a member who had long read nothing, and whose seat somebody else needed. */
export function seatGivenAwayLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { name, freedAt, url }: { name: string; freedAt: Date; url: string },
): MailContent {
  const institution = withoutLinks(name);
  const date = dateFor({ language, timeZone }, freedAt);
  return language === 'ar'
    ? {
        language,
        subject: `أُعطي مقعدك في ${institution} لغيرك`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `كانت كل مقاعد ${institution} مشغولة، ولم تكن قد قرأت كتبها منذ ${SEAT_IDLE_DAYS} يومًا. في ${date} أُعطي مقعدك لغيرك، فلم تعد تقرأ عبرها الكتب التي تشملها.`,
          'تبقى ملاحظاتك ونتائجك وشهاداتك لك، وتبقى الكتب التي اشتركت فيها بنفسك مفتوحة.',
        ],
        action: { label: 'افتح كتب المؤسسة', url },
        notes: ['تستعيد مقعدًا بتسجيل الدخول حين يشغر واحد، ويمكن لمكتبة المؤسسة أيضًا أن تعطيك مقعدًا.'],
      }
    : {
        language,
        subject: `Your seat at ${institution} was given to somebody else`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `All seats of ${institution} were taken, and you had not read its books for ${SEAT_IDLE_DAYS} days. Your seat was given to somebody else on ${date}, so you can no longer read the books that it covers.`,
          'Your notes, scores and certificates stay yours, and books that you subscribed to yourself stay open.',
        ],
        action: { label: 'Open its books', url },
        notes: [
          'You get a seat again by signing in once one is free; the library of the institution can also give you one.',
        ],
      };
}
