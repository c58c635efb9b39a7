import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { BookPages } from '@vesalius/contract/reader';
import { type ComponentProps, Suspense, useCallback, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useNavigate, useParams, useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { OpenBeside } from '../features/lectures/open-beside.tsx';
import { bookPagesQuery, preloadBook } from '../features/reader/api.ts';
import { pageFilesEngine } from '../features/reader/engine/page-files-engine.ts';
import { framedLazy } from '../features/reader/framed-lazy.tsx';
import {
  KEEP_PARTS,
  KeptClosed,
  KeptFrame,
  OFFLINE_SLOTS,
  OfflineBar,
  useKeepMenu,
  useKept,
} from '../features/reader/kept-parts.tsx';
import { MenuItem } from '../features/reader/menu.tsx';
import { labelOf } from '../features/reader/page-labels.ts';
import { lastFreePage } from '../features/reader/preview.ts';
import classes from '../features/reader/reader.module.css';
import { Reader } from '../features/reader/reader.tsx';
import type { ReaderSlots, ReadingPlace } from '../features/reader/slots.ts';
import { endEarlyPage } from '../features/reader/start/early.ts';
import { forgetLockedPage, keepLockedPage, lockedPage } from '../features/reader/start/preview-place.ts';
import { startPage } from '../features/reader/start/start-page.ts';
import { useIsPhone } from '../features/reader/use-device.ts';
import { usePageBeyond } from '../features/reader/use-page-beyond.ts';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { askedPage, askedPassage } from '../lib/viewer-address.ts';
import { canSubscribe } from '../product/buyers.ts';
import buttons from '../ui/buttons.module.css';
import { lazyPart } from '../ui/lazy-part.tsx';
import { LoadAgain, MissingDialog } from '../ui/missing-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { Placeholder } from '../ui/placeholder.tsx';
import { preloadWhenIdle } from '../ui/preload-when-idle.ts';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { offerOf } from './book-viewer-offer.ts';

const slotsOf = () => import('./book-viewer-slots.tsx');
const WORDS = { namespaces: ['lectures', 'assessments'] } as const;
/** Optional parts are left out without a message, and retried. */
const SILENT = { ...WORDS, Missing: LoadAgain };
const PagePanel = framedLazy(() => slotsOf().then((slots) => slots.PagePanel), WORDS);
const Lectures = framedLazy(() => slotsOf().then((slots) => slots.Lectures), WORDS);
const Tests = framedLazy(() => slotsOf().then((slots) => slots.Tests), WORDS);
const Watcher = framedLazy(() => slotsOf().then((slots) => slots.Watcher), SILENT);
const Alert = framedLazy(() => slotsOf().then((slots) => slots.Alert), SILENT);
const Card = framedLazy(
  () =>
    import('../features/assessments/cards/card-dialog.tsx').then(
      ({ CardDialog }) =>
        ({ onClose, ...origin }: ComponentProps<NonNullable<ReaderSlots['Card']>>) => (
          <CardDialog origin={origin} onClose={onClose} />
        ),
    ),
  { namespaces: ['cards'], Missing: MissingDialog },
);
const ownCardOf = () => import('../features/assessments/cards/own-card.tsx');
const OwnCard = framedLazy(() => ownCardOf().then((module) => module.OwnCard), {
  namespaces: ['cards'],
  Missing: MissingDialog,
});
const CardCounts = lazyPart(() => ownCardOf().then((module) => ({ default: module.CardCounts })), {
  Missing: LoadAgain,
});
/** Notices above the pages: that an offline book is being read, and the page-range alert. */
function Above({ place }: { place: ReadingPlace }) {
  const { kept, offline } = useKept(place.bookId);
  return (
    <>
      {kept && (
        <Suspense>
          <OfflineBar bookId={place.bookId} />
        </Suspense>
      )}
      {!offline && (
        <Suspense>
          <Alert place={place} />
        </Suspense>
      )}
    </>
  );
}
/** The offer of the preview stands without it. */
const WaitingForPayPal = lazyPart(() => import('./book-viewer-waiting.tsx'), { Missing: LoadAgain });
const WhyNotByInstitution = lazyPart(() => import('./book-viewer-institution.tsx'), {
  namespaces: ['catalogue'],
  Missing: LoadAgain,
});
const ChapterMarks = lazyPart(() => slotsOf().then((slots) => ({ default: slots.ChapterMarks })), SILENT);
const Beside = framedLazy(
  () => import('./book-viewer-beside.tsx').then(({ BesideMaterial }) => BesideMaterial),
  WORDS,
);
const PageCounts = lazyPart(() => slotsOf().then((slots) => ({ default: slots.PageCounts })), SILENT);
const PARTS = [PagePanel, Lectures, Tests, Watcher, Alert, ChapterMarks, ...KEEP_PARTS];

export function load({ queryClient }: AppContext, { params, request }: LoaderFunctionArgs) {
  preloadBook(queryClient, params.id ?? '', askedPage(new URL(request.url).searchParams));
  return null;
}

/** Reads the book and page from the address, and combines the viewer with the parts of other features. */
export default function BookViewer() {
  const { t } = useTranslation('reader');
  const { id = '' } = useParams();
  // Who signs in here, also in another tab, gets the book as theirs: the query's key names the user.
  useSession();
  const { data, isError, error, refetch } = useQuery(bookPagesQuery(id));
  useEffect(() => {
    if (isError) endEarlyPage();
  }, [isError]);
  const isClosed = error instanceof CallError && error.code.startsWith('kept_');
  // The book does not exist, the reader may not see it, or the address contains no valid id.
  const isUnknown = error instanceof CallError && [404, 422].includes(error.status);
  if (data) return <OpenBook key={`${data.book.id} ${data.revision} ${data.access.granted}`} data={data} />;
  return (
    <div className={classes.state}>
      <PageTitle>{t('title')}</PageTitle>
      {isClosed ? (
        <Suspense>
          <KeptClosed code={error.code} onRetry={() => void refetch()} />
        </Suspense>
      ) : isUnknown ? (
        <EmptyState
          title={t('unknown.title')}
          action={
            <p className={classes.ways}>
              <Link className={buttons.primary} to={paths.books.to()}>
                {t('unknown.library')}
              </Link>
              <Link className={buttons.secondary} to={paths.home.to()}>
                {t('unknown.home')}
              </Link>
            </p>
          }
        />
      ) : isError ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Placeholder className={classes.skeleton} />
      )}
    </div>
  );
}

function OpenBook({ data }: { data: BookPages }) {
  const { t } = useTranslation('reader');
  const { book } = data;
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const role = useSession()?.role ?? null;
  const [search] = useSearchParams();
  const [first] = useState(() => startPage(data, askedPage(search)));
  const asked = askedPage(search);
  usePageBeyond(asked, book.number_of_pages);
  const [locked] = useState(() =>
    asked !== null && asked > lastFreePage(data) && asked <= book.number_of_pages ? asked : null,
  );
  const [resumes] = useState(() => asked === null && lockedPage(book.id) === null);
  useEffect(() => {
    if (data.access.granted) forgetLockedPage(book.id);
    else if (locked) keepLockedPage(book.id, locked);
  }, [data.access.granted, book.id, locked]);

  const [engine] = useState(() =>
    pageFilesEngine(data, () => queryClient.refetchQueries({ queryKey: bookPagesQuery(book.id).queryKey })),
  );
  useEffect(() => engine.renewData(data), [engine, data]);

  const onPlace = useCallback(
    (page: number, how: 'jump' | 'scroll' | 'instead') =>
      void navigate(`?page=${page}`, { replace: how !== 'jump', preventScrollReset: true }),
    [navigate],
  );
  const { offline } = useKept(book.id);
  const keep = useKeepMenu(data);
  const isPhone = useIsPhone();
  const [isWaiting, setWaiting] = useState(false);
  const [note, setNote] = useState('');
  const links = useMemo(
    () => ({
      back: paths.bookProfile.to(book.id),
      lectures: paths.lectures.to(book.id),
      tests: paths.allTests.to(book.id),
      offer: offerOf(book, role, isWaiting, locked, note),
      // After signing in, the reader returns to the last page, or to the page that was requested beyond the preview.
      signIn: role ? undefined : paths.signIn.to(paths.bookViewer.to(book.id, locked ?? undefined)),
      closed: offline ? t('view.needsNetwork') : undefined,
    }),
    [book, locked, role, isWaiting, note, offline, t],
  );
  const [isShown, setShown] = useState(false);
  const [chapterMarks, setChapterMarks] = useState<ReaderSlots['chapterMarks']>();
  const [onPages, setOnPages] = useState<ReaderSlots['onPages']>();
  const [cardCounts, setCardCounts] = useState<ReaderSlots['cardCounts']>();
  const [opened, setOpened] = useState<{ id: string; startAt: number | null } | null>(null);
  const [isVideo, setVideo] = useState(false);
  const openBeside = useCallback(
    (materialId: string, atSeconds?: number) => setOpened({ id: materialId, startAt: atSeconds ?? null }),
    [],
  );
  const OwnCardOfBook = useMemo(
    (): ReaderSlots['OwnCard'] => (props) => <OwnCard bookId={book.id} {...props} />,
    [book.id],
  );
  const { granted, records } = data.access;
  useEffect(() => (isShown && granted ? preloadWhenIdle(PARTS) : undefined), [isShown, granted]);
  const slots = useMemo(
    (): ReaderSlots => ({
      ...(offline
        ? OFFLINE_SLOTS
        : { PagePanel, Lectures, Tests, ...(records ? { Watcher, Card, OwnCard: OwnCardOfBook } : {}) }),
      ...(records ? { Alert: Above } : {}),
      ...(chapterMarks ? { chapterMarks } : {}),
      ...(onPages && !offline ? { onPages } : {}),
      ...(cardCounts ? { cardCounts } : {}),
      ...(opened && !offline
        ? {
            beside: {
              id: opened.id,
              content: <Beside {...opened} bookId={book.id} onVideo={setVideo} />,
              mayShrink: isVideo,
              close: () => setOpened(null),
            },
          }
        : {}),
      menu: (
        <>
          {keep.item}
          {!offline && (
            <MenuItem onClick={() => void navigate(paths.contact.to())}>{t('view.contact')}</MenuItem>
          )}
        </>
      ),
    }),
    [
      records,
      offline,
      chapterMarks,
      onPages,
      cardCounts,
      opened,
      isVideo,
      book.id,
      OwnCardOfBook,
      keep.item,
      navigate,
      t,
    ],
  );
  return (
    <>
      <PageTitle>{`${t('page.label', { label: labelOf(asked ?? first, data.labels) })} · ${book.title}`}</PageTitle>
      <KeptFrame data={data}>
        <OpenBeside value={openBeside}>
          <Reader
            data={data}
            engine={engine}
            askedPage={asked ?? first}
            askedPassage={askedPassage(search)}
            resumes={resumes}
            onPlace={onPlace}
            slots={slots}
            links={links}
            onFirstPage={setShown}
          />
        </OpenBeside>
      </KeptFrame>
      <Suspense>{keep.dialog}</Suspense>
      {!granted && !offline && isShown && canSubscribe(role) && role && (
        <Suspense>
          <WaitingForPayPal bookId={book.id} onChange={setWaiting} />
          <WhyNotByInstitution bookId={book.id} onChange={setNote} />
        </Suspense>
      )}
      {granted && !offline && isShown && (
        <Suspense>
          <ChapterMarks bookId={book.id} onMarks={setChapterMarks} />
          {isPhone && <PageCounts bookId={book.id} onCounts={setOnPages} />}
          {records && <CardCounts bookId={book.id} onCounts={setCardCounts} />}
        </Suspense>
      )}
    </>
  );
}
