import { Skeleton, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import classes from '../features/admin/admin.module.css';
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { adminApi, institutionOptions } from '../features/admin/api.ts';
import { AuditLog } from '../features/admin/audit-log.tsx';
import { EndInstitution } from '../features/admin/end-institution.tsx';
import { InstitutionForm } from '../features/admin/institution-form.tsx';
import { InstitutionMembers } from '../features/admin/institution-members.tsx';
import { paths } from '../lib/paths.ts';
import { FailedState } from '../ui/states.tsx';

/** An institution, or a new one at `/admin/institutions/new`. */
export default function AdminInstitutionPage() {
  const { t } = useTranslation('admin');
  const { id = 'new' } = useParams();
  const navigate = useNavigate();
  const isNew = id === 'new';
  const { data, isError, error, refetch } = useQuery({ ...institutionOptions(id), enabled: !isNew });
  const title = isNew ? t('institution.create') : (data?.name ?? t('tab.institutions'));
  return (
    <AdminFrame title={title}>
      <Title order={1} size="h2" mb="lg">
        <bdi>{title}</bdi>
      </Title>
      {isError && !data ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : isNew ? (
        <InstitutionForm
          institution={null}
          onSubmit={(body) => adminApi.createInstitution({ body })}
          onDone={(made) => void navigate(paths.adminInstitution.to(made), { replace: true })}
        />
      ) : data ? (
        <>
          <div className={classes.columns}>
            <div>
              <InstitutionForm
                // After an end, the form begins with the day of it.
                key={`${data.id} ${data.is_active}`}
                institution={data}
                onSubmit={(body, version) =>
                  adminApi.updateInstitution({ params: { id }, body: { ...body, version } })
                }
                onDone={() => {}}
              />
              <EndInstitution institution={data} />
            </div>
            <InstitutionMembers institution={data} />
          </div>
          <Title order={2} size="h3" mt="xl" mb="sm">
            {t('tab.audit')}
          </Title>
          <AuditLog subjectId={data.id} />
        </>
      ) : (
        <Skeleton h={420} />
      )}
    </AdminFrame>
  );
}
