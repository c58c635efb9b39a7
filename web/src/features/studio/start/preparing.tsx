import { Progress } from '@mantine/core';
import type { WorkPages } from '@vesalius/contract/work-files';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/formats.ts';

/** How far the pages of a PDF are, or why they cannot be prepared. */
export function Preparing({
  pages: { state, problem, prepared, page_count: total, is_behind: isBehind },
}: {
  pages: WorkPages;
}) {
  const { t, i18n } = useTranslation('studio');
  const number = (value: number) => formatNumber(value, i18n.language);
  if (state === 'failed')
    return (
      <p role="alert">
        {t('preparing.failed')} {problem && <span dir="ltr">PDF: {problem}</span>}
      </p>
    );
  if (state !== 'preparing') return null;
  return (
    <div>
      <p role="status">
        {t(isBehind ? 'preparing.behind' : total === null ? 'preparing.opening' : 'preparing.preparing')}
      </p>
      {/* Not part of the status: it would be announced with each page. */}
      {!isBehind && total !== null && (
        <p>{t('preparing.pages', { done: number(prepared), total: number(total) })}</p>
      )}
      <Progress.Root>
        <Progress.Section
          value={total ? (prepared / total) * 100 : 0}
          aria-label={t('preparing.preparing')}
          animated
        />
      </Progress.Root>
      <p>{t('preparing.leave')}</p>
    </div>
  );
}
