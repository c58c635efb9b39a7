import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { AuditLog } from '../features/admin/audit-log.tsx';
import { issuedOptions } from '../features/certificates/staff/api.ts';
import { IssuedView } from '../features/certificates/staff/issued-view.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { EmptyState, FailedState } from '../ui/states.tsx';

/** `/admin/certificates/{number}`: one certificate with all its versions. */
export default function AdminCertificatePage() {
  const { t } = useTranslation(['issued', 'admin']);
  const { number = '' } = useParams();
  const { data, error, refetch } = useQuery(issuedOptions(number));
  const title = data?.user_name ?? t('one');
  return (
    <AdminFrame title={title}>
      <Title order={1} size="h2" mb="lg">
        <bdi>{title}</bdi>
      </Title>
      {data ? (
        <>
          <IssuedView
            certificate={data}
            verifyLink={paths.verifyCertificate.to(data.number)}
            personLink={paths.adminPerson.to(data.user_id)}
          />
          <Title order={2} size="h3" mt="xl" mb="sm">
            {t('admin:tab.audit')}
          </Title>
          <AuditLog subjectId={data.number} />
        </>
      ) : error instanceof CallError && error.status === 404 ? (
        <EmptyState title={t('unknown')} hint={t('unknownHint')} />
      ) : error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : (
        <Skeleton h={480} />
      )}
    </AdminFrame>
  );
}
