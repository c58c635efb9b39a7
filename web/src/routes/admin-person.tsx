import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { personOptions } from '../features/admin/api.ts';
import { AuditLog } from '../features/admin/audit-log.tsx';
import { PersonView } from '../features/admin/person-view.tsx';
import { useSession } from '../lib/session.ts';
import { FailedState } from '../ui/states.tsx';

export default function AdminPersonPage() {
  const { t } = useTranslation('admin');
  const { id = '' } = useParams();
  const session = useSession();
  const { data: person, isError, error, refetch } = useQuery(personOptions(id));
  return (
    <AdminFrame title={person?.name ?? t('tab.people')}>
      {isError && !person ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : person ? (
        <>
          <PersonView person={person} isSelf={session?.userId === person.id} />
          <Title order={2} size="h3" mt="xl" mb="sm">
            {t('tab.audit')}
          </Title>
          <AuditLog personId={person.id} />
        </>
      ) : (
        <Skeleton h={480} />
      )}
    </AdminFrame>
  );
}
