import type { Language } from '@vesalius/contract/constants';
import type { AssignmentKind } from '@vesalius/contract/programs-limits';
import { dateFor, weekdayFor } from '../../platform/mail/date-for.ts';
import type { MailContent } from '../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../platform/mail/title-in-letter.ts';
import { nameInLetter } from '../accounts/mail/name-in-letter.ts';

interface Reader {
  readonly language: Language;
  readonly firstName: string;
}

/**
 * What the director sees of a student, and how to leave: in every mail about joining. The same as the student's home page
 * says; `hiddenBefore` null = all results are shown.
 */
export function studentTerms(
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
  hiddenBefore: Date | null,
): string {
  if (!hiddenBefore)
    return language === 'ar'
      ? 'يرى مدير البرنامج كل نتائجك في كتبه. ويمكنك في صفحتك الرئيسية مغادرة البرنامج.'
      : 'Its director sees all your results in its books. On your home page you can leave the program.';
  const date = dateFor({ language, timeZone }, hiddenBefore);
  return language === 'ar'
    ? `يرى مدير البرنامج نتائجك في كتبه ابتداءً من ${date}. ويمكنك في صفحتك الرئيسية إظهار نتائجك السابقة أيضًا، أو مغادرة البرنامج.`
    : `Its director sees your results in its books from ${date} on. On your home page you can show earlier results too, or leave the program.`;
}

/** For a student who already has an account. */
export function welcomeLetter(
  { language, firstName, timeZone }: Reader & { readonly timeZone: string },
  given: {
    program: TitleInLetter;
    director: string;
    isBack: boolean;
    hiddenBefore: Date | null;
    url: string;
  },
): MailContent {
  const { program, isBack, url } = given;
  const facts = { program, director: nameInLetter(language, given.director), url };
  const terms = studentTerms({ language, timeZone }, given.hiddenBefore);
  return language === 'ar'
    ? {
        language,
        subject: isBack ? `عدت إلى برنامج ${facts.program}` : `أنت الآن في برنامج ${facts.program}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          isBack
            ? `أعادك ${facts.director} إلى برنامج ${facts.program}، وكل شيء كما كان.`
            : `أضافك ${facts.director} إلى برنامج ${facts.program}.`,
          'تجد كتب البرنامج ومواضيع النقاش في صفحتك الرئيسية.',
          terms,
        ],
        action: { label: 'افتح البرنامج', url: facts.url },
      }
    : {
        language,
        subject: isBack ? `You are back in ${facts.program}` : `You are now in ${facts.program}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          isBack
            ? `${facts.director} put you back in the program ${facts.program}. Everything is as before.`
            : `${facts.director} added you to the program ${facts.program}.`,
          'You find its books and topics on your home page.',
          terms,
        ],
        action: { label: 'Open the program', url: facts.url },
      };
}

/** For a director: a student is none any more, because staff gave the account another role. */
export function leftLetter(
  { language, firstName }: Reader,
  given: { program: TitleInLetter; student: string; url: string },
): MailContent {
  const { program, url } = given;
  const student = nameInLetter(language, given.student);
  return language === 'ar'
    ? {
        language,
        subject: `غادر ${student} برنامج ${program}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          `لم يعد ${student} طالبًا في برنامج ${program}: غيّر فريق العمل دور الحساب، والأماكن في البرامج للقراء.`,
          'إذا عاد قارئًا خلال 30 يومًا عاد إلى البرنامج كما كان.',
        ],
        action: { label: 'افتح البرنامج', url },
      }
    : {
        language,
        subject: `${student} left ${program}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `${student} is no longer a student of the program ${program}: staff gave the account another role, and places in programs are for readers.`,
          'If the account becomes a reader again within 30 days, the student is back in the program as before.',
        ],
        action: { label: 'Open the program', url },
      };
}

/** For a director who got that letter: the student is back. */
export function backLetter(
  { language, firstName }: Reader,
  given: { program: TitleInLetter; student: string; url: string },
): MailContent {
  const { program, url } = given;
  const student = nameInLetter(language, given.student);
  return language === 'ar'
    ? {
        language,
        subject: `عاد ${student} إلى برنامج ${program}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [`عاد الحساب إلى دور القارئ، وعاد ${student} طالبًا في برنامج ${program} كما كان.`],
        action: { label: 'افتح البرنامج', url },
      }
    : {
        language,
        subject: `${student} is back in ${program}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          `${student} is a student of the program ${program} again, as before: staff made the account a reader again.`,
        ],
        action: { label: 'Open the program', url },
      };
}

interface Subject {
  readonly kind: AssignmentKind;
  readonly title: TitleInLetter;
}

interface Task extends Subject {
  readonly bookTitle: TitleInLetter;
  readonly dueOn: string;
  /** Of the director; empty = none. */
  readonly note: TitleInLetter;
  readonly isDoneBefore: boolean;
}

const SUBJECTS = {
  en: { book: 'the book', chapter: 'the chapter', test: 'the test' },
  ar: { book: 'الكتاب', chapter: 'الفصل', test: 'الاختبار' },
} as const;

/** With its kind: a chapter and its test may have the same title. */
const subjectIn = (language: Language, { kind, title }: Subject): string =>
  language === 'ar' ? `${SUBJECTS.ar[kind]} «${title}»` : `${SUBJECTS.en[kind]} “${title}”`;

const atStart = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

const notes = (language: Language, note: TitleInLetter): [string, string][] =>
  note ? [[language === 'ar' ? 'ملاحظة المدير' : 'Note of the director', note]] : [];

/** Why the letter comes for a task that the student once did. */
const doneBefore = (language: Language): string =>
  language === 'ar'
    ? 'أنجزت ذلك أو بعضه قبل انضمامك، والبرنامج يحتسب ما تنجزه منذ انضمامك. ويمكنك في صفحتك الرئيسية إظهار نتائجك السابقة، فتُحتسب.'
    : 'You did this, or some of it, before you joined; the program counts what you do since. On your home page you can show your earlier results, and they count.';

/** Names every overdue task; a task for a whole book only by the book. */
export function behindLetter(
  { language, firstName }: Reader,
  given: { program: TitleInLetter; director: string; tasks: readonly Task[]; url: string },
): MailContent {
  const { program, tasks, url } = given;
  const director = nameInLetter(language, given.director);
  const facts = tasks.flatMap(({ kind, title, bookTitle, dueOn, note }): [string, string][] => {
    const subject = atStart(subjectIn(language, { kind, title }));
    return [
      [kind === 'book' ? subject : `${subject} (${bookTitle})`, weekdayFor(language, dueOn)],
      ...notes(language, note),
    ];
  });
  const hints = tasks.some(({ isDoneBefore }) => isDoneBefore) ? { notes: [doneBefore(language)] } : {};
  return language === 'ar'
    ? {
        language,
        subject: `تذكير بمهام متأخرة في ${program}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [`يذكّرك ${director} بما انتهى موعده ولم يكتمل في برنامج ${program}:`],
        facts,
        action: { label: 'تابع القراءة', url },
        ...hints,
      }
    : {
        language,
        subject: `Overdue in ${program}`,
        heading: `Hello ${firstName}`,
        paragraphs: [`${director} reminds you of what is overdue in the program ${program}:`],
        facts,
        action: { label: 'Continue reading', url },
        ...hints,
      };
}

export function reminderLetter(
  { language, firstName }: Reader,
  facts: Omit<Task, 'bookTitle'> & { book: TitleInLetter; program: TitleInLetter; url: string },
): MailContent {
  const day = weekdayFor(language, facts.dueOn);
  const subject = subjectIn(language, facts);
  const hints = facts.isDoneBefore ? { notes: [doneBefore(language)] } : {};
  return language === 'ar'
    ? {
        language,
        subject: `موعد قريب: ${subject}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [`ينتهي موعد ${subject} يوم ${day}.`],
        facts: [['الكتاب', facts.book], ['البرنامج', facts.program], ...notes(language, facts.note)],
        action: { label: 'تابع القراءة', url: facts.url },
        ...hints,
      }
    : {
        language,
        subject: `Due soon: ${subject}`,
        heading: `Hello ${firstName}`,
        paragraphs: [`${atStart(subject)} is due on ${day}.`],
        facts: [['Book', facts.book], ['Program', facts.program], ...notes(language, facts.note)],
        action: { label: 'Continue reading', url: facts.url },
        ...hints,
      };
}

/** Corrects a reminder. `dueOn` null = it is no task any more. */
export function taskChangeLetter(
  { language, firstName }: Reader,
  facts: Subject & { dueOn: string | null; program: TitleInLetter; url: string },
): MailContent {
  const subject = subjectIn(language, facts);
  const day = facts.dueOn && `${weekdayFor(language, facts.dueOn)} ${facts.dueOn.slice(0, 4)}`;
  return language === 'ar'
    ? {
        language,
        subject: day ? `موعد جديد: ${subject}` : `لم يعد مهمة: ${subject}`,
        heading: `مرحبًا ${firstName}`,
        paragraphs: [
          day ? `أصبح موعد ${subject} يوم ${day}.` : `لم يعد ${subject} من مهام برنامج ${facts.program}.`,
        ],
        ...(day ? { facts: [['البرنامج', facts.program]] } : {}),
        action: { label: day ? 'تابع القراءة' : 'افتح صفحتك الرئيسية', url: facts.url },
      }
    : {
        language,
        subject: day ? `New due date: ${subject}` : `No longer a task: ${subject}`,
        heading: `Hello ${firstName}`,
        paragraphs: [
          day
            ? `${atStart(subject)} is now due on ${day}.`
            : `${atStart(subject)} is no longer a task of ${facts.program}.`,
        ],
        ...(day ? { facts: [['Program', facts.program]] } : {}),
        action: { label: day ? 'Continue reading' : 'Open your home page', url: facts.url },
      };
}
