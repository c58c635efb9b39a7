import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../app/paths.ts';
import { ownInstitutionOptions } from './api.ts';

/** The way to members and usage, for those who manage the institution; nothing for everybody else. */
export function ManagementLink() {
  const { t } = useTranslation('institutions');
  const { data } = useQuery(ownInstitutionOptions);
  if (!data?.is_manager) return null;
  return (
    <p>
      <Link to={paths.institutionManagement.to()} style={{ color: 'var(--mantine-color-anchor)' }}>
        {t('manage')}
      </Link>
    </p>
  );
}
