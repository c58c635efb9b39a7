import type { BookDetail } from '@vesalius/contract/catalogue';
import type { Publisher } from '@vesalius/contract/catalogue-parts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDate, formatNumber } from '../../lib/formats.ts';
import { languageName } from '../../lib/language-tags.ts';
import classes from './book-facts.module.css';

export type Fact = readonly [name: string, value: ReactNode];

/** Known facts; unknown ones are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className={classes.facts}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

/** Facts for physicians: the audience, credits, recency, and disclosures. */
export function BookFacts({ book }: { book: BookDetail }) {
  const { t, i18n } = useTranslation('catalogue');
  const { language } = i18n;
  const { certificate } = book;
  const date = (iso: string | null) => iso && formatDate(iso, language);
  const facts: Fact[] = [
    [t('facts.audience'), book.audience],
    [
      t('facts.credits'),
      certificate &&
        [
          certificate.credits !== null &&
            t('facts.creditsValue', {
              count: certificate.credits,
              value: formatNumber(certificate.credits, language),
            }),
          t('facts.hoursValue', {
            count: certificate.hours_of_participation,
            value: formatNumber(certificate.hours_of_participation, language),
          }),
        ]
          .filter(Boolean)
          .join(' · '),
    ],
    [t('facts.provider'), certificate?.provider],
    [t('facts.released'), date(book.release_date)],
    [t('facts.review'), date(book.review_date)],
    [t('facts.expiry'), date(book.expiry_date)],
    [t('facts.language'), languageName(book.language, language)],
    [t('facts.publisher'), book.publisher && <BookPublisher publisher={book.publisher} />],
    [t('facts.isbnPrint'), book.isbn_print && <bdi dir="ltr">{book.isbn_print}</bdi>],
    [t('facts.isbnElectronic'), book.isbn_electronic && <bdi dir="ltr">{book.isbn_electronic}</bdi>],
    [
      t('facts.doi'),
      book.doi && (
        <a href={`https://doi.org/${encodeURI(book.doi)}`} dir="ltr" rel="noopener">
          {book.doi}
        </a>
      ),
    ],
    [t('facts.subjects'), book.subjects.map(({ name }) => name).join(' · ')],
    [t('facts.accreditation'), certificate?.accreditation_statement],
    [t('facts.designation'), certificate?.designation_statement],
    [t('facts.disclosures'), book.disclosures],
  ];
  return (
    <aside aria-label={t('facts.label')}>
      <FactList facts={facts} />
      {book.references.length > 0 && (
        <details className={classes.references}>
          <summary>{t('facts.references', { count: book.references.length })}</summary>
          <ol dir="auto">
            {book.references.map((reference) => (
              <li key={reference}>{reference}</li>
            ))}
          </ol>
        </details>
      )}
    </aside>
  );
}

/** The book's publisher with its contacts. */
function BookPublisher({ publisher }: { publisher: Publisher }) {
  const { t } = useTranslation('catalogue');
  const { name, imprint, logo_url: logo, website, contact_email: contact } = publisher;
  return (
    <span className={classes.publisher}>
      {logo && <img src={logo} alt="" loading="lazy" />}
      <bdi>{imprint && imprint !== name ? t('facts.imprintOf', { imprint, name }) : name}</bdi>
      {website && (
        <a href={website} dir="ltr" rel="noopener">
          {new URL(website).host}
        </a>
      )}
      {contact && (
        <a href={`mailto:${contact}`} dir="ltr">
          {contact}
        </a>
      )}
    </span>
  );
}
