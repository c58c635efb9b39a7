import type { TFunction } from 'i18next';

/** "edition 3" for a bare number; "2nd edition" as its publisher wrote it. */
export const editionName = (edition: string, t: TFunction<'certificates'>): string =>
  /^[\d٠-٩.]+$/.test(edition.trim()) ? t('edition', { edition }) : edition;
