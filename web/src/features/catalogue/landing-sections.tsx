import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { NEWEST, packagesQuery, shelfQuery } from './api.ts';
import { BookGrid, BookGridSkeleton } from './book-grid.tsx';
import packages from './package-card.module.css';
import { PackageCard } from './package-card.tsx';
import { Section } from './section.tsx';
import { useShown } from './use-shown.ts';

const BUNDLES = 4;

/** Authors and editors see their own books instead of featured ones. */
export function AssignedBooks({ role }: { role: 'author' | 'editor' }) {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const { data, isPending, isError, refetch } = useQuery(
    shelfQuery(session, { kind: 'assigned' }, 1, NEWEST),
  );
  return (
    <Section
      title={t(role === 'author' ? 'landing.authorView' : 'landing.editorView')}
      intro={t('landing.assignedIntro')}
      more={{ to: paths.books.to({ listType: 'assigned' }), label: t('landing.fullLibrary') }}
    >
      {isError && !data ? (
        <FailedState onRetry={() => void refetch()} />
      ) : isPending ? (
        <BookGridSkeleton count={5} />
      ) : data.data.length === 0 ? (
        <EmptyState />
      ) : (
        <BookGrid books={data.data} />
      )}
    </Section>
  );
}

export function Bundles() {
  const { t } = useTranslation('catalogue');
  const { data, isError, refetch } = useShown((viewer) => packagesQuery(viewer, 1, BUNDLES));
  // The number of books is unknown until they are loaded.
  if (!isError && !data?.metadata.count) return null;
  return (
    <Section
      id="bundles"
      sunk
      title={t('landing.bundles')}
      intro={t('landing.bundlesIntro')}
      more={{ to: paths.packages.to(), label: t('landing.allBundles') }}
    >
      {data ? (
        <ul className={packages.list} data-single={data.data.length === 1 || undefined}>
          {data.data.map((bundle) => (
            <li key={bundle.id}>
              <PackageCard bundle={bundle} />
            </li>
          ))}
        </ul>
      ) : (
        <FailedState onRetry={() => void refetch()} />
      )}
    </Section>
  );
}

export function DigitalBooks() {
  const { t } = useTranslation('catalogue');
  const { data, isError, refetch } = useShown((viewer) => shelfQuery(viewer, { kind: 'all' }, 1, NEWEST));
  return (
    <Section
      id="courses"
      title={t('landing.books')}
      more={data?.data.length === 0 ? undefined : { to: paths.books.to(), label: t('landing.fullLibrary') }}
    >
      {isError ? (
        <FailedState onRetry={() => void refetch()} />
      ) : !data ? (
        <BookGridSkeleton count={NEWEST} />
      ) : data.data.length === 0 ? (
        <EmptyState title={t('landing.emptyTitle')} hint={t('landing.emptyHint')} />
      ) : (
        <BookGrid books={data.data} />
      )}
    </Section>
  );
}
