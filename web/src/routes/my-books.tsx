import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import ReviewInvitation from '../features/assessments/review-invitation.tsx';
import { ownBooksQuery } from '../features/catalogue/api.ts';
import { LibraryPage, pageOf } from '../features/catalogue/library-page.tsx';
import { InstitutionNotes } from '../features/institutions/institution-notes.tsx';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { hasKeptBooks } from '../product/kept-books.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';

/** Loaded only if this device has offline books. */
const KeptList = lazyPart(() => import('../features/reader/offline/kept-list.tsx'), {
  namespaces: ['offline'],
});

export default function MyBooks() {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const [search] = useSearchParams();
  const page = pageOf(search);
  // Without a network it says so, below the offline books.
  const query = useQuery(ownBooksQuery(session, page));
  return (
    <>
      <PageTitle>{t('myBooks.title')}</PageTitle>
      <LibraryPage
        title={t('myBooks.title')}
        above={
          <>
            <InstitutionNotes />
            {session?.role === 'customer' && <ReviewInvitation to={paths.review.to()} />}
            {hasKeptBooks() && (
              <Suspense>
                <KeptList bookLink={paths.bookViewer.to} />
              </Suspense>
            )}
          </>
        }
        query={query}
        page={page}
        path={paths.myBooks.to()}
        pageSize={PAGE_SIZE.subscribedBooks}
        empty={
          session?.hasInstitution ? (
            <EmptyState
              title={t('myBooks.emptyOfMember')}
              hint={t('myBooks.emptyOfMemberHint')}
              action={<Link to={paths.institutionBooks.to()}>{t('myBooks.toInstitution')}</Link>}
            />
          ) : (
            <EmptyState
              title={t('myBooks.empty')}
              hint={t('myBooks.emptyHint')}
              action={<Link to={paths.books.to()}>{t('myBooks.browse')}</Link>}
            />
          )
        }
      />
    </>
  );
}
