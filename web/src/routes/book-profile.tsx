import type { BookDetail } from '@vesalius/contract/catalogue';
import { Suspense, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLocation, useNavigate, useParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { bookQuery } from '../features/catalogue/api.ts';
import { BookProfile } from '../features/catalogue/book-profile.tsx';
import { preloadProfile } from '../features/catalogue/preload.ts';
import { ProfileSkeleton } from '../features/catalogue/profile-skeleton.tsx';
import { BookStructuredData, ShareData } from '../features/catalogue/share-data.tsx';
import { useShown } from '../features/catalogue/use-shown.ts';
import { storeBookToBuy } from '../features/commerce/book-to-buy.ts';
import { EndedWaitNote } from '../features/commerce/ended-wait-note.tsx';
import { purchaseIn } from '../features/commerce/purchase.ts';
import { useWait } from '../features/commerce/use-wait.ts';
import { WaitingNote } from '../features/commerce/waiting-note.tsx';
import { InstitutionNotes } from '../features/institutions/institution-notes.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** Also loads what the tab needs to know about the reader, only when the tab is opened. */
const FrontMatterTab = lazyPart(() => import('./book-front-matter.tsx'));
/** Only after a purchase. */
const SubscribedNote = lazyPart(() => import('../features/commerce/subscribed-note.tsx'), {
  namespaces: ['commerce'],
});

export const load = ({ queryClient }: AppContext, { params }: LoaderFunctionArgs) =>
  preloadProfile(queryClient, params.id as string);

export default function BookProfileScreen() {
  const id = useParams().id as string;
  const session = useSession();
  const { data: book, error, isError, refetch } = useShown((viewer) => bookQuery(viewer, id));
  const item = { mode: 'book', id } as const;
  const wait = useWait(item, book?.has_access === false);
  const subscribe = useSubscribe(id);
  const purchase = purchaseIn(useLocation().state);
  if (isError) {
    // 422: the address contains no valid id.
    if (error instanceof CallError && [404, 422].includes(error.status)) return <NotHere />;
    return (
      <div className="page">
        <PageTitle />
        <FailedState error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  if (!book) return <ProfileSkeleton />;
  return (
    <>
      <PageTitle>{book.title}</PageTitle>
      <ShareData
        type="book"
        title={`${book.title} · ${book.author}`}
        description={book.brief}
        image={book.cover_photo}
        path={paths.bookProfile.to(book.id)}
      />
      {book.is_withdrawn && <meta name="robots" content="noindex" />}
      <BookStructuredData book={book} />
      {purchase && session && (
        <Suspense>
          <SubscribedNote item={item} purchase={purchase} />
        </Suspense>
      )}
      <BookProfile
        // Remounts for another book, so that it starts at the overview without an open dialog.
        key={book.id}
        book={book}
        seats={book.is_subscribed ? null : <InstitutionNotes bookId={book.id} />}
        waiting={wait && !wait.ended && <WaitingNote item={item} since={wait.waiting_since} />}
        endedWait={wait?.ended && <EndedWaitNote ended={wait.ended} />}
        frontMatter={() => <FrontMatter book={book} />}
        canStillBuy={async () => !session || (await refetch()).data?.has_access !== true}
        onSubscribe={subscribe}
      />
    </>
  );
}

/**
 * Only the browser requests the grant for the page images. A lazy component would be a boundary that the server cannot
 * finish, which React reports as an error; so it is rendered in the browser only.
 */
function FrontMatter({ book }: { book: BookDetail }) {
  const isAlive = useSyncExternalStore(never, inBrowser, onServer);
  if (!isAlive) return waiting;
  return (
    <Suspense fallback={waiting}>
      <FrontMatterTab book={book} />
    </Suspense>
  );
}
const waiting = <div style={{ minHeight: '60vh' }} />;
const never = () => () => {};
const inBrowser = () => true;
const onServer = () => false;

/**
 * Stores the book while the user signs in, and then opens the payment with PayPal selected and the promo code visible.
 */
function useSubscribe(id: string): () => void {
  const session = useSession();
  const navigate = useNavigate();
  return () => {
    storeBookToBuy({ mode: 'book', id });
    const next = paths.checkout.to('book', id, { method: 'paypal' });
    if (session) void navigate(next);
    else void navigate(paths.signIn.to(next));
  };
}

function NotHere() {
  const { t } = useTranslation('catalogue');
  return (
    <div className="page">
      <PageTitle>{t('profile.notFoundTitle')}</PageTitle>
      <EmptyState
        title={t('profile.notFoundTitle')}
        hint={t('profile.notFoundHint')}
        action={<Link to={paths.books.to()}>{t('profile.toBooks')}</Link>}
      />
    </div>
  );
}
