import { useQuery } from '@tanstack/react-query';
import { PAGE_SIZE } from '@vesalius/contract/constants';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { institutionBooksQuery } from '../features/catalogue/api.ts';
import { LibraryPage, pageOf } from '../features/catalogue/library-page.tsx';
import { endedInstitutionsOptions, missingSeatsOptions } from '../features/institutions/api.ts';
import { missingSeatText, missingSeatTitle } from '../features/institutions/institution-notes.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { lazyPart } from '../ui/lazy-part.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState } from '../ui/states.tsx';

/** The list above it needs no component library. */
const OwnInstitutions = lazyPart(() => import('../features/institutions/own-institutions.tsx'));

export default function InstitutionBooks() {
  const { t } = useTranslation('catalogue');
  const session = useSession();
  const [search] = useSearchParams();
  const page = pageOf(search);
  const query = useQuery(institutionBooksQuery(session, page));
  const notMember = query.error instanceof CallError && query.error.status === 403;
  const reader = notMember ? session?.userId : undefined;
  const ended = useQuery(endedInstitutionsOptions(reader));
  const missing = useQuery(missingSeatsOptions(reader));
  const isOver = (ended.data?.data.length ?? 0) > 0;
  const seats = missing.data?.data ?? [];
  const seat = seats.find(({ had_seat }) => had_seat) ?? seats[0];
  return (
    <>
      <PageTitle>{t('institution.title')}</PageTitle>
      <LibraryPage
        title={t('institution.title')}
        {...(notMember ? {} : { intro: t('institution.intro') })}
        above={
          <Suspense>
            <OwnInstitutions />
          </Suspense>
        }
        query={query}
        page={page}
        path={paths.institutionBooks.to()}
        pageSize={PAGE_SIZE.institutionBooks}
        empty={
          <EmptyState
            title={t('institution.empty')}
            hint={t('institution.emptyHint')}
            action={<Link to={paths.myBooks.to()}>{t('institution.toMyBooks')}</Link>}
          />
        }
        {...(notMember
          ? {
              refused:
                !ended.isPending &&
                !missing.isPending &&
                (seat ? (
                  <EmptyState title={missingSeatTitle(t, seat)} hint={missingSeatText(t, seat)} />
                ) : (
                  <EmptyState
                    title={t(isOver ? 'institution.over' : 'institution.notMember')}
                    hint={t(isOver ? 'institution.overHint' : 'institution.notMemberHint')}
                  />
                )),
            }
          : {})}
      />
    </>
  );
}
