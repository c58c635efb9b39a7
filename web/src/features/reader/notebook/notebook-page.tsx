import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { NotebookBook, NotebookEntry } from '@vesalius/contract/notebook';
import { type ComponentType, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate } from 'react-router';
import { useAddressFilters } from '../../../lib/use-address-filters.ts';
import { lazyPart } from '../../../ui/lazy-part.tsx';
import { MissingDialog } from '../../../ui/missing-part.tsx';
import { ListFoot } from '../../../ui/record-list.tsx';
import { EmptyState, FailedState } from '../../../ui/states.tsx';
import { isBookmarkEntry } from '../notes/bookmark.ts';
import { notebookBooksQuery, notebookQuery } from './api.ts';
import classes from './notebook.module.css';
import { EntryItem, type PlaceLink, QueuedItem } from './notebook-entry.tsx';
import { NotebookExports } from './notebook-exports.tsx';
import { NotebookFilters } from './notebook-filters.tsx';
import type { Queued } from './queued-entries.ts';
import { useQueued } from './use-queued.ts';
import { FILTERS, type Filters, isFiltered, isWished, wishOf } from './wish.ts';

const CiteDialog = lazyPart(
  () => import('../cite/cite-dialog.tsx').then((module) => ({ default: module.CiteDialog })),
  { Missing: MissingDialog, namespaces: ['cite'] },
);

/** Makes a card of an entry: a part of another feature. */
type CardOfEntry = ComponentType<{ entry: NotebookEntry; onClose: () => void }>;

/** Every note and highlight of the reader, over all books. */
export function Notebook({
  placeLink,
  library,
  CardOf,
}: {
  placeLink: PlaceLink;
  library: ReactNode;
  CardOf?: CardOfEntry | undefined;
}) {
  const { t } = useTranslation('notebook');
  const books = useQuery(notebookBooksQuery());
  const queued = useQueued();
  if (books.error && !books.data)
    return (
      <>
        <QueuedList entries={queued.entries} placeLink={placeLink} />
        <FailedState error={books.error} onRetry={() => void books.refetch()} />
      </>
    );
  if (!books.data) return <Waiting />;
  if (books.data.length === 0 && queued.entries.length > 0)
    return <QueuedList entries={queued.entries} placeLink={placeLink} />;
  if (books.data.length === 0)
    return <EmptyState title={t('empty')} hint={t('emptyHint')} action={library} />;
  return <FilledNotebook books={books.data} queued={queued} placeLink={placeLink} CardOf={CardOf} />;
}

/** Entries that the server does not have yet stand above the others. */
function QueuedList({ entries, placeLink }: { entries: readonly NotebookEntry[]; placeLink: PlaceLink }) {
  const { t } = useTranslation('notebook');
  if (entries.length === 0) return null;
  return (
    <div className={classes.queue}>
      <p className={classes.hint}>{t('notSentHint')}</p>
      <ul className={classes.list} aria-label={t('notSent')}>
        {entries.map((entry) => (
          <QueuedItem key={entry.id} entry={entry} placeLink={placeLink} />
        ))}
      </ul>
    </div>
  );
}

const copyText = (text: string): Promise<boolean> =>
  navigator.clipboard.writeText(text).then(
    () => true,
    () => false,
  );

const Waiting = () => {
  const { t } = useTranslation('shell');
  return (
    <div role="status" aria-label={t('loading')}>
      {[120, 88, 152].map((height) => (
        <Skeleton key={height} h={height} mb="lg" />
      ))}
    </div>
  );
};

function FilledNotebook({
  books,
  queued,
  placeLink,
  CardOf,
}: {
  books: readonly NotebookBook[];
  queued: Queued;
  placeLink: PlaceLink;
  CardOf: CardOfEntry | undefined;
}) {
  const { t } = useTranslation('notebook');
  const { filters, page, change, addressOf } = useAddressFilters(FILTERS);
  const [today] = useState(() => new Date());
  const wish = wishOf(filters, today);
  const { data, error, refetch } = useQuery(notebookQuery(wish, page));
  const [selected, setSelected] = useState<ReadonlyMap<string, NotebookEntry>>(new Map());
  const [cited, setCited] = useState<NotebookEntry | null>(null);
  const [carded, setCarded] = useState<NotebookEntry | null>(null);
  const select = (entries: readonly NotebookEntry[], isSelected: boolean) =>
    setSelected((before) => {
      const next = new Map(before);
      for (const entry of entries) isSelected ? next.set(entry.id, entry) : next.delete(entry.id);
      return next;
    });
  const clear = () => change(Object.fromEntries(FILTERS.map((name) => [name, null])) as Partial<Filters>);
  const waiting = page === 1 ? queued.entries.filter((entry) => isWished(entry, wish)) : [];
  const stored = data?.data.filter(({ id }) => !queued.changed.has(id)) ?? [];
  if (data && data.data.length === 0 && page > 1)
    return <Navigate to={addressOf(Math.max(1, data.metadata.pages))} replace />;
  return (
    <>
      <div className={classes.filters}>
        <NotebookFilters books={books} filters={filters} onChange={change} />
      </div>
      <QueuedList entries={waiting} placeLink={placeLink} />
      {error && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Waiting />
      ) : stored.length === 0 && waiting.length > 0 ? null : data.data.length === 0 ? (
        <EmptyState
          title={t('noMatch')}
          hint={t('noMatchHint')}
          action={isFiltered(wish) && <Button onClick={clear}>{t('clearFilters')}</Button>}
        />
      ) : (
        <>
          <NotebookExports
            wish={wish}
            count={data.metadata.count}
            selected={[...selected.values()]}
            onClear={() => setSelected(new Map())}
          />
          <ul className={classes.list} aria-label={t('title')}>
            {stored.map((entry) => (
              <EntryItem
                key={entry.id}
                entry={entry}
                placeLink={placeLink}
                isSelected={selected.has(entry.id)}
                onSelect={(isSelected) => select([entry], isSelected)}
                onCite={() => setCited(entry)}
                onCard={
                  CardOf && !entry.is_closed && !isBookmarkEntry(entry) ? () => setCarded(entry) : undefined
                }
              />
            ))}
          </ul>
          <ListFoot metadata={data.metadata} addressOf={addressOf} />
          <Suspense>
            {carded && CardOf && <CardOf entry={carded} onClose={() => setCarded(null)} />}
            {cited && (
              <CiteDialog
                bookId={cited.book.id}
                pageNumber={cited.note.pageNumber}
                pageLabel={cited.page_label}
                copyText={copyText}
                onClose={() => setCited(null)}
              />
            )}
          </Suspense>
        </>
      )}
    </>
  );
}
