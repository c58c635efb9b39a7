import type { Language } from '@vesalius/contract/constants';
import { withoutLinks } from '@vesalius/contract/links';
import { type RawBuilder, sql } from 'kysely';
import { DAY_MS } from '../../platform/durations.ts';
import { dateFor } from '../../platform/mail/date-for.ts';
import type { MailContent } from '../../platform/mail/layout.ts';
import { type TitleInLetter, titleInLetter } from '../../platform/mail/title-in-letter.ts';
import { newestEdition } from './in-shop.ts';

/*
 * Letters to librarians and directors about a replaced edition that their institution or program has: when the newer
 * one is published, and two weeks before the last day.
 */

const CLOSING_DAYS = 14;
/** An edition that was replaced earlier is no longer announced. */
const ANNOUNCED_FOR_MS = 7 * DAY_MS;

export type EditionNews = 'replaced' | 'closing';

/** The owned books (`owned`, rows with a `book_id`) as `b`, with the newest edition that replaced each as `n`. */
export const replacedBooks = (owned: RawBuilder<unknown>, now: Date): RawBuilder<unknown> =>
  sql`${owned} owned join books b on b.id = owned.book_id join ${newestEdition(now)} on true`;

/** The letter about the newest edition that is due, or null. Soon after the first letter there is no second one. */
const editionNews = (now: Date): RawBuilder<EditionNews | null> => sql<EditionNews | null>`(case
  when n.published_at > ${new Date(now.getTime() - ANNOUNCED_FOR_MS)} then 'replaced'
  when n.readable_until - (${now}::timestamptz at time zone 'UTC')::date between 0 and ${CLOSING_DAYS} then 'closing' end)`;

/** For `replacedBooks`: whether a letter is due now. */
export const hasNews = (now: Date): RawBuilder<boolean> => sql<boolean>`${editionNews(now)} is not null`;

export interface BookWithNews {
  readonly bookId: string;
  readonly newBookId: string;
  readonly about: EditionNews;
  /** `YYYY-MM-DD`; null: there is none. */
  readonly lastDay: string | null;
}
export const newsColumns = (now: Date) => sql`b.id as "bookId", n.id as "newBookId",
  to_char(n.readable_until, 'YYYY-MM-DD') as "lastDay", ${editionNews(now)} as about`;

/** Identifies a letter: one for each new edition, and one for each last day. */
export const newsKey = ({ newBookId, about, lastDay }: BookWithNews): string =>
  `${newBookId}:${about === 'closing' ? lastDay : about}`;

export interface EditionFacts {
  readonly title: string;
  readonly edition: string;
  readonly newTitle: string;
  readonly newEdition: string;
  /** When the newer edition was published: members who joined before keep the earlier one. */
  readonly replacedAt: Date;
  /** `YYYY-MM-DD`; null: there is none. */
  readonly lastDay: string | null;
  /** Whether the institution or program has the newer edition, too. */
  readonly hasNew: boolean;
  readonly name: string;
  /** The end of the institution's term; null for a program. */
  readonly endsAt: Date | null;
}
/** Columns for `replacedBooks`. */
export const editionFacts = sql`b.title, b.edition, n.title as "newTitle", n.edition as "newEdition", n.published_at as "replacedAt",
  to_char(n.readable_until, 'YYYY-MM-DD') as "lastDay"`;

/** The edition's name, with its title only if it differs from that of the edition `besides`. */
export function editionName(
  { title, edition }: { readonly title: TitleInLetter; readonly edition: TitleInLetter },
  besides: TitleInLetter,
  language: Language,
): string {
  if (title === besides) return edition;
  return language === 'ar' ? `«${title}» (${edition})` : `“${title}” (${edition})`;
}

interface Reader {
  readonly language: Language;
  readonly firstName: string;
  readonly timeZone: string;
}

export function editionLetter(
  { language, firstName, timeZone }: Reader,
  facts: EditionFacts,
  about: EditionNews,
  urls: { readonly own: string; readonly contact: string },
): MailContent {
  const ar = language === 'ar';
  const name = withoutLinks(facts.name);
  const { hasNew } = facts;
  const title = titleInLetter(facts.title);
  const edition = titleInLetter(facts.edition);
  const lastDay = facts.lastDay && dateFor({ language, timeZone: 'UTC' }, new Date(facts.lastDay));
  const term = facts.endsAt && dateFor({ language, timeZone }, facts.endsAt);
  const newer = editionName(
    { title: titleInLetter(facts.newTitle), edition: titleInLetter(facts.newEdition) },
    title,
    language,
  );
  const isClosing = about === 'closing';
  const effect = term
    ? institutionEffect(ar, { edition, term, lastDay })
    : programEffect(ar, { edition, lastDay, replaced: dateFor({ language, timeZone }, facts.replacedAt) });
  const todo = hasNew
    ? ar
      ? 'الطبعة الجديدة متاحة لكم أيضًا.'
      : 'You have the new edition, too.'
    : ar
      ? 'لا تحل الطبعة الجديدة محلها من تلقاء نفسها. لإضافتها اكتب إلينا.'
      : 'The new edition does not take its place by itself. To have it added, write to us.';
  return {
    language,
    subject: isClosing
      ? ar
        ? `${title}: آخر يوم للطبعة السابقة (${edition}) هو ${lastDay}`
        : `${title}: the last day of the earlier edition (${edition}) is ${lastDay}`
      : ar
        ? `${title}: صدرت طبعة جديدة`
        : `${title}: a new edition is out`,
    heading: ar ? `مرحبًا ${firstName}` : `Hello ${firstName}`,
    paragraphs: [
      ar
        ? `${isClosing ? 'حلّت' : 'صدرت'} طبعة جديدة من «${title}»: ${newer}. لدى ${name} الطبعة السابقة (${edition}).`
        : `A new edition of “${title}” is out: ${newer}. ${name} has the earlier one (${edition}).`,
      effect,
      todo,
    ],
    action:
      hasNew || !urls.contact
        ? { label: ar ? 'عرض الكتب' : 'See the books', url: urls.own }
        : { label: ar ? 'اكتب إلينا' : 'Write to us', url: urls.contact },
  };
}

interface Effect {
  readonly edition: TitleInLetter;
  readonly lastDay: string | null;
}
/** Without a last day the earlier edition stays readable. */
function institutionEffect(ar: boolean, { edition, term, lastDay }: Effect & { term: string }): string {
  if (!lastDay)
    return ar
      ? `يقرأ الأعضاء هذه الطبعة (${edition}) حتى نهاية المدة في ${term}.`
      : `Members read the earlier one to the end of the term, ${term}.`;
  return ar
    ? `في المدة التي بدأت قبل صدور الطبعة الجديدة يقرأ الأعضاء هذه الطبعة (${edition}) حتى نهايتها في ${term}. وفي المدة التي تبدأ لاحقًا تُفتح حتى ${lastDay}.`
    : `In a term that began before the new edition, members read the earlier one to the end of the term, ${term}. In a term that begins later it opens until ${lastDay}.`;
}
function programEffect(ar: boolean, { edition, lastDay, replaced }: Effect & { replaced: string }): string {
  if (!lastDay)
    return ar
      ? `يحتفظ الطلاب بهذه الطبعة (${edition}) ما دامت في البرنامج.`
      : 'Students keep it as long as the program has it.';
  return ar
    ? `من انضم من الطلاب قبل ${replaced} يحتفظ بهذه الطبعة (${edition}) ما دامت في البرنامج. ومن انضم بعد ذلك يفتحها حتى ${lastDay}، وبعد ذلك لا تُطلب مهامها من أحد.`
    : `Students who joined before ${replaced} keep it as long as the program has it. Those who joined later can open it until ${lastDay}. From then on nobody is asked for tasks in it: set them in the new edition.`;
}
