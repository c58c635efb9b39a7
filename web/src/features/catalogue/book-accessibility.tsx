import type { BookDetail } from '@vesalius/contract/catalogue';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import { type Fact, FactList } from './book-facts.tsx';

/** The book's accessibility, for readers before they buy: the publisher's statement and properties of the files. */
export function BookAccessibility({ book }: { book: BookDetail }) {
  const { t, i18n } = useTranslation('perceiving');
  const { stated, known } = book.accessibility;
  const listOf = (texts: readonly string[], type: 'conjunction' | 'unit') =>
    new Intl.ListFormat(i18n.language, { type }).format(texts);
  const number = (value: number) => formatNumber(value, i18n.language);
  const counted = (name: string, some: number, all: number) =>
    [name, all > 0 && t('known.of', { some: number(some), all: number(all) })] satisfies Fact;
  const facts: Fact[] = [
    [
      t('mode.title'),
      stated?.access_mode &&
        listOf(
          stated.access_mode.map((mode) => t(`mode.${mode}`)),
          'unit',
        ),
    ],
    [
      t('sufficient.title'),
      stated?.access_mode_sufficient
        .map((modes) =>
          listOf(
            modes.map((mode) => t(`sufficient.${mode}`)),
            'conjunction',
          ),
        )
        .join(t('sufficient.or')),
    ],
    [
      t('feature.title'),
      stated?.feature &&
        listOf(
          stated.feature.map((feature) => t(`feature.${feature}`)),
          'unit',
        ),
    ],
    [
      t('hazard.title'),
      stated?.hazard &&
        listOf(
          stated.hazard.map((hazard) => t(`hazard.${hazard}`)),
          'unit',
        ),
    ],
    counted(t('known.text'), known.pages_with_text, book.number_of_pages),
    counted(t('known.captions'), known.captioned_videos, known.videos),
    counted(t('known.descriptions'), known.described_videos, known.videos),
    counted(t('known.images'), known.images_with_alternative, known.images),
  ];
  return (
    <section aria-labelledby="book-accessibility">
      <h2 id="book-accessibility">{t('title')}</h2>
      {stated ? stated.summary && <p dir="auto">{stated.summary}</p> : <p>{t('unstated')}</p>}
      <FactList facts={facts} />
    </section>
  );
}
