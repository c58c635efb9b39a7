import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, type LoaderFunctionArgs, useLocation, useParams, useSearchParams } from 'react-router';
import type { AppContext } from '../app/app-context.ts';
import { materialQuery } from '../features/lectures/api.ts';
import { MaterialPage } from '../features/lectures/material-page.tsx';
import { paths } from '../lib/paths.ts';
import { prefetch } from '../lib/query-client.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';

export function load({ queryClient }: AppContext, { params }: LoaderFunctionArgs) {
  const { supplementaryMaterialId: id } = params;
  return id ? prefetch(queryClient, materialQuery(id)) : null;
}

/** `/supplementary/{id}/{bookId}/{supplementaryMaterialId}`, and the same below /authors and /programs. */
export default function Supplementary() {
  const { t } = useTranslation('lectures');
  const { bookId: asked = '', supplementaryMaterialId: id } = useParams();
  const { pathname, key } = useLocation();
  const [search] = useSearchParams();
  const { data } = useQuery({ ...materialQuery(id ?? ''), enabled: id !== undefined });
  const title = data?.material_title;
  // The material knows its book; the address may name another one.
  const bookId = data?.book.id ?? asked;
  const prefix = pathname.slice(0, pathname.toLowerCase().indexOf('/supplementary/'));
  const seconds = search.get('t');
  const links = {
    material: (to: string, atSeconds?: number) =>
      `${prefix}${paths.supplementary.to(to, bookId, to)}${atSeconds === undefined ? '' : `?t=${atSeconds}`}`,
    page: (page: number) => paths.bookViewer.to(bookId, page),
    lectures: paths.lectures.to(bookId),
  };
  if (!id)
    return (
      <EmptyState
        title={t('material.viaViewer')}
        hint={t('material.viaViewerHint')}
        action={
          <Anchor component={Link} to={paths.bookViewer.to(bookId)}>
            {t('material.openBook')}
          </Anchor>
        }
      />
    );
  return (
    <>
      <PageTitle>{title ?? t('list.title')}</PageTitle>
      <MaterialPage
        id={id}
        bookId={bookId}
        links={links}
        startAt={seconds === null || Number.isNaN(Number(seconds)) ? null : Number(seconds)}
        // React Router gives the first page of a visit the key "default".
        isOpenedAlone={key === 'default'}
      />
    </>
  );
}
