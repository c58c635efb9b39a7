import type { Role } from '@vesalius/contract/calls';
import type { Language } from '@vesalius/contract/constants';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';

/* The mails about a role, and about the books and programs that belong to it. */

interface Reader {
  readonly language: Language;
  readonly firstName: string;
  readonly role: Role;
}

const ROLE_NAMES: Readonly<Record<Language, Readonly<Record<Role, string>>>> = {
  en: {
    customer: 'reader',
    author: 'author',
    editor: 'editor',
    program_director: 'program director',
    staff: 'member of staff',
  },
  ar: { customer: 'قارئ', author: 'مؤلف', editor: 'محرر', program_director: 'مدير برنامج', staff: 'موظف' },
};

/** Programs as a student and as a director: who was a student may direct the same program now. `names`: all others. */
type EndedWithRole = Readonly<Record<'studentOf' | 'directed' | 'names', readonly TitleInLetter[]>>;

const PLACES = {
  en: {
    student: (program: TitleInLetter) => `your place as a student of ${program}`,
    director: (program: TitleInLetter) => `your place as a director of ${program}`,
  },
  ar: {
    student: (program: TitleInLetter) => `مكانك طالبًا في ${program}`,
    director: (program: TitleInLetter) => `مكانك مديرًا لبرنامج ${program}`,
  },
} as const;

/**
 * A user must learn of a change of role, because it opens other people's data or closes one's own. Renewals continue in every
 * role: `renewalsUrl` is where they are canceled, null if there are none. `ended`: what belonged to the former role. `assigned`:
 * sentences about what belongs to the new one.
 */
export function roleLetter(
  { language, firstName, role }: Reader,
  url: string,
  {
    renewalsUrl,
    ended,
    assigned,
    studentAgain,
  }: {
    renewalsUrl: string | null;
    ended: EndedWithRole;
    assigned: readonly string[];
    studentAgain: readonly TitleInLetter[];
  },
): MailContent {
  const name = ROLE_NAMES[language][role];
  const endedNames = [
    ...ended.studentOf.map(PLACES[language].student),
    ...ended.directed.map(PLACES[language].director),
    ...ended.names,
  ];
  return language === 'ar'
    ? {
        language,
        subject: 'تغيّر دورك في فيزاليوس',
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `دورك في فيزاليوس الآن: ${name}.`,
          ...assigned,
          ...(studentAgain.length > 0 ? [`عدت طالبًا كما كنت في: ${studentAgain.join('، ')}.`] : []),
          ...(endedNames.length > 0 ? [`انتهى مع دورك السابق: ${endedNames.join('، ')}.`] : []),
          'انتهت جميع جلساتك. سجّل الدخول من جديد لتبدأ بالدور الجديد.',
          ...(renewalsUrl
            ? [`تستمر اشتراكاتك وتتجدد كما كانت. يمكنك الاطلاع عليها وإلغاء تجديدها هنا: ${renewalsUrl}`]
            : []),
        ],
        action: { label: 'تسجيل الدخول', url },
        notes: ['إن لم تكن تتوقع ذلك فاكتب إلينا.'],
      }
    : {
        language,
        subject: 'Your role at Vesalius changed',
        heading: `Hello ${firstName}`,
        paragraphs: [
          `Your account now has the role: ${name}.`,
          ...assigned,
          ...(studentAgain.length > 0
            ? [`You are a student of ${studentAgain.join(', ')} again, as before.`]
            : []),
          ...(endedNames.length > 0 ? [`This ended with your former role: ${endedNames.join(', ')}.`] : []),
          'You were signed out on all devices. The new role begins when you sign in again.',
          ...(renewalsUrl
            ? [`Your subscriptions go on and renew as before. See them and cancel renewals at ${renewalsUrl}`]
            : []),
        ],
        action: { label: 'Sign in', url },
        notes: ['If you did not expect this, write to us.'],
      };
}

/**
 * For an author, editor or director who is taken off a book or a program, or added to one: the role stays, and the letter says
 * with what. `notProduced`: books that the user may not change any more, and may still have otherwise. `added`: sentences.
 */
export function assignmentsChangedLetter(
  { language, firstName, role }: Reader,
  url: string,
  {
    ended,
    notProduced,
    remaining,
    added,
  }: Readonly<Record<'ended' | 'notProduced' | 'remaining', readonly TitleInLetter[]>> & {
    readonly added: readonly string[];
  },
): MailContent {
  const name = ROLE_NAMES[language][role];
  const hasNothing = remaining.length === 0 && added.length === 0;
  return language === 'ar'
    ? {
        language,
        subject: 'تغيّر ما هو مسند إليك في فيزاليوس',
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          ...(ended.length > 0 ? [`لم يعد مسندًا إليك بصفتك ${name}: ${ended.join('، ')}.`] : []),
          ...(notProduced.length > 0
            ? [`لم تعد مُعِدًّا، ولا يمكنك بعد الآن تعديل: ${notProduced.join('، ')}.`]
            : []),
          ...added,
          ...(remaining.length > 0 ? [`يبقى مسندًا إليك: ${remaining.join('، ')}.`] : []),
          ...(hasNothing
            ? [`لم يبق شيء مسند إليك. يبقى دورك: ${name}. إن أردت أن تعود قارئًا فاكتب إلينا.`]
            : []),
        ],
        action: { label: 'افتح فيزاليوس', url },
        notes: ['إن لم تكن تتوقع ذلك فاكتب إلينا.'],
      }
    : {
        language,
        subject: 'Your assignments at Vesalius changed',
        heading: `Hello ${firstName}`,
        paragraphs: [
          ...(ended.length > 0 ? [`You no longer have, as ${name}: ${ended.join(', ')}.`] : []),
          ...(notProduced.length > 0
            ? [`You are no longer a producer, and cannot change any more: ${notProduced.join(', ')}.`]
            : []),
          ...added,
          ...(remaining.length > 0 ? [`You still have: ${remaining.join(', ')}.`] : []),
          ...(hasNothing
            ? [
                `Nothing is assigned to you now. Your account keeps the role: ${name}. If you want to be a reader again, write to us.`,
              ]
            : []),
        ],
        action: { label: 'Open Vesalius', url },
        notes: ['If you did not expect this, write to us.'],
      };
}
