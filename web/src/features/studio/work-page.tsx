import { Skeleton, Title } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { Work } from '@vesalius/contract/studio';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { CallError, isGone } from '../../lib/api-client.ts';
import { useSession } from '../../lib/session.ts';
import { PageTitle } from '../../ui/page-title.tsx';
import { FailedState } from '../../ui/states.tsx';
import { workOptions } from './api.ts';
import { LostWork } from './lost-work.tsx';
import { useWork, useWorkSnapshot } from './model/use-work.ts';
import type { WorkStore } from './model/work-store.ts';
import { reviewOptions } from './review/api.ts';
import { RightEnded } from './right-ended.tsx';

interface OpenWorkProps {
  readonly id: string;
  /** Shown while it loads. */
  readonly skeleton: ReactNode;
  readonly children: (work: Work, store: WorkStore) => ReactNode;
}

/** Loads a working copy and opens it for changes. */
export function OpenWork({ id, skeleton, children }: OpenWorkProps) {
  const work = useWork(id);
  const { data, error, refetch } = useQuery(workOptions(id));
  // Only if there is nothing to show: the desk stays when a later fetch fails.
  const failure = work.state === 'failed' ? work.error : data ? null : error;
  if (failure && isGone(failure)) return <LostWork workId={id} why="unknown" />;
  if (failure instanceof CallError && failure.code === 'work_deleted')
    return <LostWork workId={id} why="deleted" />;
  if (failure) return <FailedState error={failure} onRetry={() => void refetch()} />;
  if (work.state !== 'open' || !data) return skeleton;
  return (
    <Unlost work={data} store={work.store}>
      {children}
    </Unlost>
  );
}

/** The page of an open work, until its user is taken off it or it is deleted. */
function Unlost({
  work,
  store,
  children,
}: Pick<OpenWorkProps, 'children'> & { readonly work: Work; readonly store: WorkStore }) {
  const { lost, mayEdit } = useWorkSnapshot(store);
  const userId = useSession()?.userId;
  useFetchAgain(work, mayEdit);
  if (!lost) return children({ ...work, may_edit: mayEdit }, store);
  const role = work.people.find(({ user_id: id }) => id === userId)?.role;
  return <LostWork workId={work.id} why={lost === 'deleted' ? lost : (role ?? 'unknown')} store={store} />;
}

/** Who makes the book, and what its user may do in a review, changes with the right to edit. */
function useFetchAgain({ id, may_edit: mayEditBefore }: Work, mayEdit: boolean): void {
  const client = useQueryClient();
  const isOld = mayEdit !== mayEditBefore;
  useEffect(() => {
    if (!isOld) return;
    void client.invalidateQueries(workOptions(id));
    void client.invalidateQueries(reviewOptions(id));
  }, [client, id, isOld]);
}

/** A page about one book, under its title. */
export function WorkPage({
  id,
  height,
  gap,
  children,
}: Omit<OpenWorkProps, 'skeleton'> & {
  /** The height of the loading content (pixels). */
  readonly height: number;
  /** The space below the title. */
  readonly gap: 'xs' | 'lg';
}) {
  const { t } = useTranslation('studio');
  const { data } = useQuery(workOptions(id));
  const title = data?.title ?? t('works.untitled');
  return (
    <div className="page" style={{ paddingBlock: 32 }}>
      <PageTitle>{title}</PageTitle>
      <Title order={1} size="h2" mb={gap}>
        <bdi>{title}</bdi>
      </Title>
      <OpenWork id={id} skeleton={<Skeleton h={height} />}>
        {(work, store) => (
          <>
            <Ended workId={id} store={store} />
            {children(work, store)}
          </>
        )}
      </OpenWork>
    </div>
  );
}

const Ended = ({ workId, store }: { workId: string; store: WorkStore }) => (
  <RightEnded {...{ workId, store }} snapshot={useWorkSnapshot(store)} />
);
