import { Anchor, Title } from '@mantine/core';
import type { CatalogueBook } from '@vesalius/contract/publishing-admin';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import classes from './admin.module.css';

/** Bibliographic data of a book, for libraries. */
export function BookBibliography({ book }: { book: CatalogueBook }) {
  const { t } = useTranslation('listings');
  const number = (text: string | null) => (text ? <bdi dir="ltr">{text}</bdi> : '–');
  const publisher = book.publisher ? (
    <Anchor component={Link} to={paths.adminPublisher.to(book.publisher.id)}>
      <bdi>{book.publisher.name}</bdi>
    </Anchor>
  ) : (
    '–'
  );
  const facts: [string, ReactNode][] = [
    [t('book.state'), t(`state.${book.state}`)],
    [t('book.publisher'), publisher],
    [t('book.isbnPrint'), number(book.isbn_print)],
    [t('book.isbnElectronic'), number(book.isbn_electronic)],
    [t('book.doi'), number(book.doi)],
    [
      t('book.subjects'),
      book.subjects.length === 0
        ? '–'
        : book.subjects.map(({ scheme, code, name }) => (
            <div key={`${scheme} ${code}`}>
              <bdi>{name}</bdi>{' '}
              <small dir="ltr">
                {scheme === 'mesh' ? 'MeSH' : 'BISAC'} {code}
              </small>
            </div>
          )),
    ],
  ];
  return (
    <section>
      <Title order={2} size="h3">
        {t('book.record')}
      </Title>
      <dl className={classes.facts}>
        {facts.map(([label, value]) => (
          <div key={label} style={{ display: 'contents' }}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
