import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import { ownInstitutionOptions } from './api.ts';

/** Whose books these are; for those who manage an institution also the way to its members and usage. */
export function InstitutionNames() {
  const { t } = useTranslation('institutions');
  const { data } = useQuery(ownInstitutionOptions());
  if (!data) return null;
  return (
    <>
      <p>
        {data.institutions.map(({ id, name }, index) => (
          <span key={id}>
            {index > 0 && ' · '}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
      {data.is_manager && (
        <p>
          <Link to={paths.institutionManagement.to()} style={{ color: 'var(--mantine-color-anchor)' }}>
            {t('manage')}
          </Link>
        </p>
      )}
    </>
  );
}
