import type { Language } from '@vesalius/contract/constants';

/** Whose dates and numbers a letter has. Latin digits in Arabic, as on the screens. */
export const localeOf = (language: Language): string => (language === 'ar' ? 'ar-u-nu-latn' : 'en-GB');

/** The date of a moment where the reader of a letter is, as "1 April 2026"; in UTC where the zone is unknown. */
export const dateFor = (
  { language, timeZone }: { readonly language: Language; readonly timeZone: string | null },
  moment: Date,
): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone: timeZone ?? 'UTC' },
  }).format(moment);

/** A day of the calendar with its weekday, as "Wednesday, 1 April". */
export const weekdayFor = (language: Language, day: string): string =>
  new Intl.DateTimeFormat(localeOf(language), {
    ...{ weekday: 'long', day: 'numeric', month: 'long', timeZone: 'UTC' },
  }).format(new Date(day));
