import { Text, Title } from '@mantine/core';
import type { Person } from '@vesalius/contract/admin';
import { useTranslation } from 'react-i18next';
import classes from './admin.module.css';

/** Which books the person can open, and why: the words of the access policy itself. */
export function PersonAccess({ person }: { person: Person }) {
  const { t } = useTranslation('admin');
  return (
    <section>
      <Title order={2} size="h3">
        {t('access.title')}
      </Title>
      <Text c="dimmed" mb="sm">
        {t('access.intro')}
      </Text>
      <table className={classes.table}>
        <thead>
          <tr>
            <th>{t('access.book')}</th>
            <th>{t('access.opens')}</th>
            <th>{t('access.why')}</th>
          </tr>
        </thead>
        <tbody>
          {person.access.map((row) => (
            <tr key={row.book_id}>
              <td>
                <bdi>{row.title}</bdi>
              </td>
              <td>{t(row.granted ? 'access.whole' : 'access.preview')}</td>
              <td>{row.reasons.map((reason) => t(`reason.${reason}`)).join(', ') || '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
