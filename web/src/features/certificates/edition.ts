import type { TFunction } from 'i18next';

/** "edition 3" for a plain number; otherwise the publisher's own text ("2nd edition"). */
export const editionName = (edition: string, t: TFunction<'certificates'>): string =>
  /^[\d٠-٩.]+$/.test(edition.trim()) ? t('edition', { edition }) : edition;
