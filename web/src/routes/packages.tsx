import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { packagesQuery } from '../features/catalogue/api.ts';
import { LibrarySkeleton } from '../features/catalogue/library-list.tsx';
import heading from '../features/catalogue/library-page.module.css';
import { pageOf } from '../features/catalogue/library-page.tsx';
import { OwnPart } from '../features/catalogue/own-part.tsx';
import classes from '../features/catalogue/package-card.module.css';
import { PackageCard } from '../features/catalogue/package-card.tsx';
import { preloadPackages } from '../features/catalogue/preload.ts';
import { ShareData } from '../features/catalogue/share-data.tsx';
import { useShown } from '../features/catalogue/use-shown.ts';
import { paths } from '../lib/paths.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { Pager } from '../ui/pager.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

export const load = ({ queryClient }: AppContext, { request }: LoaderFunctionArgs) =>
  preloadPackages(queryClient, pageOf(new URL(request.url).searchParams));

export default function Packages() {
  const { t } = useTranslation('catalogue');
  const [search] = useSearchParams();
  const page = pageOf(search);
  const { data, isError, error, refetch } = useShown((viewer) => packagesQuery(viewer, page));
  return (
    <div className={`page ${heading.page}`}>
      <PageTitle>{t('bundle.title')}</PageTitle>
      <ShareData title={t('bundle.title')} description={t('bundle.intro')} path={paths.packages.to()} />
      <h1 className={heading.title}>{t('bundle.title')}</h1>
      <p className={heading.intro}>{t('bundle.intro')}</p>
      <OwnPart />
      <div className={heading.list}>
        {isError && <FailedState error={error} onRetry={() => void refetch()} />}
        {!data && !isError && <LibrarySkeleton count={2} />}
        {data?.data.length === 0 && (
          <EmptyState
            title={t('bundle.empty')}
            hint={t('bundle.emptyHint')}
            action={<Link to={paths.books.to()}>{t('profile.toBooks')}</Link>}
          />
        )}
        {data && data.data.length > 0 && (
          <>
            <ul className={classes.list} data-single={(page === 1 && data.data.length === 1) || undefined}>
              {data.data.map((bundle) => (
                <li key={bundle.id}>
                  <PackageCard bundle={bundle} level={2} />
                </li>
              ))}
            </ul>
            <Pager
              page={page}
              pages={data.metadata.pages}
              addressOf={(target) => `${paths.packages.to()}?page=${target}`}
              words={{
                label: t('myBooks.pages'),
                previous: t('myBooks.previous'),
                next: t('myBooks.next'),
                position: t('myBooks.pageOf', { page, pages: data.metadata.pages }),
              }}
            />
          </>
        )}
      </div>
    </div>
  );
}
