import { Button, Group } from '@mantine/core';
import type { ListMetadata } from '@vesalius/contract/atoms';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../lib/formats.ts';
import classes from './admin.module.css';

export function Pager({ metadata, onPage }: { metadata: ListMetadata; onPage: (page: number) => void }) {
  const { t, i18n } = useTranslation('admin');
  const { count, currentPage, pages } = metadata;
  return (
    <div className={classes.pager}>
      <span>{t('pager.count', { count, number: formatNumber(count, i18n.language) })}</span>
      {pages > 1 && (
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            disabled={currentPage <= 1}
            onClick={() => onPage(currentPage - 1)}
          >
            {t('pager.previous')}
          </Button>
          <span>{t('pager.page', { page: currentPage, pages })}</span>
          <Button
            size="sm"
            variant="default"
            disabled={currentPage >= pages}
            onClick={() => onPage(currentPage + 1)}
          >
            {t('pager.next')}
          </Button>
        </Group>
      )}
    </div>
  );
}
