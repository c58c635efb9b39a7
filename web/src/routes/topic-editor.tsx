import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { topicAddress, topicsAddress } from '../features/discussions/addresses.ts';
import { topicOptions } from '../features/discussions/api.ts';
import { TopicEditor } from '../features/discussions/topic-editor.tsx';
import { useSession } from '../lib/session.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** AddNewTopic has no id, EditOldTopic has one. */
export default function TopicEditorPage() {
  const { t } = useTranslation('discussions');
  const navigate = useNavigate();
  const session = useSession();
  const { program_id: programId = '', id: topicId } = useParams();
  const { data, error, refetch } = useQuery({
    ...topicOptions(programId, topicId ?? ''),
    enabled: topicId !== undefined,
    // Never refetched, so that the form does not change while the user edits it.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: 'always',
  });
  const heading = t(topicId ? 'editor.editTitle' : 'editor.addTitle');
  return (
    <div className="page" style={{ paddingBlock: '32px 0' }}>
      <PageTitle>{heading}</PageTitle>
      <Title order={1} size="h2" mb="lg">
        {heading}
      </Title>
      {error && !data && <FailedState error={error} onRetry={() => void refetch()} />}
      {topicId && !data && !error && <Skeleton h={320} />}
      {data && !data.can_edit && <EmptyState title={t('editor.notYours')} />}
      {(!topicId || data?.can_edit) && (
        <TopicEditor
          programId={programId}
          topic={data ?? null}
          onSaved={(id) => void navigate(topicAddress(session, programId, id), { replace: true })}
          onCancel={() =>
            void navigate(
              topicId ? topicAddress(session, programId, topicId) : topicsAddress(session, programId),
            )
          }
        />
      )}
    </div>
  );
}
