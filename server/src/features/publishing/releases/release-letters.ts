import { localeOf } from '../../../platform/mail/date-for.ts';
import type { MailContent } from '../../../platform/mail/layout.ts';
import type { TitleInLetter } from '../../../platform/mail/title-in-letter.ts';
import type { Addressee } from '../../accounts/mail/mail-person.ts';

const timeOf = ({ language, timeZone }: Pick<Addressee, 'language' | 'timeZone'>, time: Date): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: timeZone ?? 'UTC',
  }).format(time);

/** The letter about a scheduled release. The page that it links to shows what prevented publication. */
export function refusedLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { title, publishAt, url }: { title: TitleInLetter; publishAt: Date; url: string },
): MailContent {
  const at = timeOf({ language, timeZone }, publishAt);
  return language === 'ar'
    ? {
        language,
        heading: `مرحبًا ${firstName}`,
        subject: `لم يُنشر في موعده: ${title}`,
        paragraphs: [`كان من المقرر نشر «${title}» في ${at}، لكنه لم يُنشر. لم يتغيّر شيء لدى القراء.`],
        action: { label: 'اعرف السبب وانشره من جديد', url },
      }
    : {
        language,
        heading: `Hello ${firstName}`,
        subject: `Not published on time: ${title}`,
        paragraphs: [
          `“${title}” was to be published on ${at}, and was not. Nothing has changed for its readers.`,
        ],
        action: { label: 'See why, and publish it', url },
      };
}

/** To the user who requested the release. */
export function publishedLetter(
  { language, firstName, timeZone }: Pick<Addressee, 'language' | 'firstName' | 'timeZone'>,
  { title, publishedAt, url }: { title: TitleInLetter; publishedAt: Date; url: string },
): MailContent {
  const at = timeOf({ language, timeZone }, publishedAt);
  return language === 'ar'
    ? {
        language,
        heading: `مرحبًا ${firstName}`,
        subject: `نُشر: ${title}`,
        paragraphs: [`نُشر «${title}» في ${at}، ويراه القراء الآن.`],
        action: { label: 'افتح إصداراته', url },
      }
    : {
        language,
        heading: `Hello ${firstName}`,
        subject: `Published: ${title}`,
        paragraphs: [`“${title}” was published on ${at}. Its readers see it now.`],
        action: { label: 'Open its releases', url },
      };
}
