import { Button, Group, Skeleton, Text } from '@mantine/core';
import type { ListMetadata } from '@vesalius/contract/atoms';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../ui/states.tsx';
import classes from './staff.module.css';

/** A list of the staff in its four states, with its pages. */
export function ListFrame({
  label,
  query,
  onPage,
  children,
}: {
  label: string;
  query: { data?: { metadata: ListMetadata } | undefined; isError: boolean; refetch: () => unknown };
  onPage: (page: number) => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('sales');
  if (query.isError) return <FailedState onRetry={() => void query.refetch()} />;
  if (!query.data) return <Skeleton h={280} />;
  const { count, currentPage: page, pages } = query.data.metadata;
  if (count === 0) return <Text c="dimmed">{t('none')}</Text>;
  return (
    <div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways has to be reachable by the keyboard */}
      <section className={classes.table} tabIndex={0} aria-label={label}>
        {children}
      </section>
      {pages > 1 && (
        <Group gap="sm" mt="sm">
          <Button size="sm" variant="default" disabled={page <= 1} onClick={() => onPage(page - 1)}>
            {t('previous')}
          </Button>
          <Text size="sm">{t('page', { page, pages })}</Text>
          <Button size="sm" variant="default" disabled={page >= pages} onClick={() => onPage(page + 1)}>
            {t('next')}
          </Button>
        </Group>
      )}
    </div>
  );
}
