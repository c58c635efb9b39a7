import { useTranslation } from 'react-i18next';
import { type LoaderFunctionArgs, useParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { materialListQuery } from '../features/lectures/api.ts';
import { MaterialListPage } from '../features/lectures/material-list.tsx';
import { paths } from '../lib/paths.ts';
import { prefetch } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { canSubscribe } from '../product/buyers.ts';
import { PageTitle } from '../ui/page-title.tsx';

export function load({ queryClient }: AppContext, { params }: LoaderFunctionArgs) {
  return params.id ? prefetch(queryClient, materialListQuery(params.id)) : null;
}

const PREFIXES = { author: '/authors', editor: '/authors', program_director: '/programs' } as const;

/** All lectures of a book, with the other materials of the same book. */
export default function BookAllVideos() {
  const { t } = useTranslation('lectures');
  const { id = '' } = useParams();
  const session = useSession();
  const prefix = session && session.role in PREFIXES ? PREFIXES[session.role as keyof typeof PREFIXES] : '';
  return (
    <>
      <PageTitle>{t('list.title')}</PageTitle>
      <MaterialListPage
        bookId={id}
        links={{
          material: (to) => `${prefix}${paths.supplementary.to(to, id, to)}`,
          page: (page) => paths.bookViewer.to(id, page),
          lectures: paths.lectures.to(id),
          book: paths.bookViewer.to(id),
          tests: paths.allTests.to(id),
          subscribe: canSubscribe(session?.role ?? null) ? paths.bookProfile.to(id) : undefined,
        }}
      />
    </>
  );
}
