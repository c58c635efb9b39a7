import { Text, Title } from '@mantine/core';
import type { CertificateHistory } from '@vesalius/contract/certificates-admin';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../lib/formats.ts';
import records from '../../../ui/records.module.css';

/** Earlier issues with the same number. */
export function EarlierIssues({
  issues,
  count,
}: {
  issues: CertificateHistory['earlier_issues'];
  count: number;
}) {
  const { t, i18n } = useTranslation('issued');
  if (issues.length === 0) return null;
  return (
    <section>
      <Title order={2} size="h3" mb="sm">
        {t('earlier.title')}
      </Title>
      <table className={records.table}>
        <thead>
          <tr>
            <th>{t('earlier.name')}</th>
            <th>{t('issuedAt')}</th>
            <th>{t('earlier.replacedAt')}</th>
            <th>{t('reason')}</th>
          </tr>
        </thead>
        <tbody>
          {issues.map((issue) => (
            <tr key={issue.id}>
              <td>
                <bdi>{issue.user_name}</bdi>
              </td>
              <td data-label={t('issuedAt')}>
                <span>{formatDateTime(issue.issued_at, i18n.language)}</span>
              </td>
              <td data-label={t('earlier.replacedAt')}>
                <span>{formatDateTime(issue.replaced_at, i18n.language)}</span>
              </td>
              <td data-label={t('reason')}>
                <bdi>{issue.reason ?? t('earlier.byHolder')}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {count > issues.length && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('earlier.latest', { shown: issues.length, total: count })}
        </Text>
      )}
    </section>
  );
}
