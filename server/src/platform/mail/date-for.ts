import type { Language } from '@vesalius/contract/constants';

/** The date of a moment where the reader of a letter is, as "1 April 2026". */
export const dateFor = (
  { language, timeZone }: { readonly language: Language; readonly timeZone: string },
  moment: Date,
): string =>
  new Intl.DateTimeFormat(language === 'ar' ? 'ar-u-nu-latn' : 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', timeZone },
  }).format(moment);
