import { Skeleton, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../ui/states.tsx';
import { AdminFrame } from './admin-frame.tsx';
import { AuditLog } from './audit-log.tsx';

/** The page of one package, program, publisher or book: loading, failed, new, or loaded with its audit log. */
export function ListingPage<Listing extends { id: string }>({
  title,
  query: { data, isError, error, refetch },
  fresh,
  children,
}: {
  title: string;
  query: {
    data: Listing | undefined;
    isError: boolean;
    error: Error | null;
    refetch: () => Promise<unknown>;
  };
  /** The content for a new entry; absent or false if the entry exists. */
  fresh?: ReactNode | false;
  children: (listing: Listing) => ReactNode;
}) {
  const { t } = useTranslation('admin');
  return (
    <AdminFrame title={title}>
      <Title order={1} size="h2" mb="lg">
        <bdi>{title}</bdi>
      </Title>
      {fresh ||
        (isError && !data ? (
          <FailedState error={error} onRetry={() => void refetch()} />
        ) : data ? (
          <>
            {children(data)}
            <Title order={2} size="h3" mt="xl" mb="sm">
              {t('tab.audit')}
            </Title>
            <AuditLog subjectId={data.id} />
          </>
        ) : (
          <Skeleton h={420} />
        ))}
    </AdminFrame>
  );
}
