import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { COMMENTS_POLL_MS } from '@vesalius/contract/discussions-limits';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { CallError } from '../../lib/api-client.ts';
import { paths } from '../../lib/paths.ts';
import { useSession } from '../../lib/session.ts';
import { EmptyState, FailedState } from '../../ui/states.tsx';
import { topicsAddress } from './addresses.ts';
import { topicOptions } from './api.ts';
import { Comments } from './comments.tsx';
import { formatDay } from './format-day.ts';
import { PageLink } from './page-link.tsx';
import { ShownHtml } from './shown-html.tsx';
import classes from './topic-details.module.css';

/** A topic, its author, and its comments. */
export function TopicDetails({ programId, topicId }: { programId: string; topicId: string }) {
  const { t } = useTranslation('discussions');
  const session = useSession();
  const { data, error, refetch } = useQuery({
    ...topicOptions(programId, topicId),
    // New comments load automatically while the page is visible.
    refetchInterval: COMMENTS_POLL_MS,
    refetchOnWindowFocus: true,
  });
  const back = (
    <Link to={topicsAddress(session, programId)} className={classes.back}>
      {t('details.back')}
    </Link>
  );
  if (error && (!data || (error instanceof CallError && error.status === 404)))
    return error instanceof CallError && error.status === 404 ? (
      <EmptyState title={t('details.gone')} hint={t('details.goneHint')} action={back} />
    ) : (
      <FailedState error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton h={320} mt="xl" />;
  return (
    <article className={classes.details}>
      {back}
      <header className={classes.head}>
        <h1 dir="auto">{data.title}</h1>
        {data.can_edit && (
          <Button component={Link} variant="default" to={paths.editTopic.to(programId, topicId)}>
            {t('details.edit')}
          </Button>
        )}
      </header>
      <p className={classes.by}>
        {data.topic_owner_image && <img src={data.topic_owner_image} alt="" width={28} height={28} />}
        <bdi>{data.topic_owner_name || t('formerMember')}</bdi>
        <span>{formatDay(data.created_at)}</span>
      </p>
      <ShownHtml html={data.content} />
      <PageLink link={data.page_link} />
      <Comments programId={programId} topic={data} />
    </article>
  );
}
