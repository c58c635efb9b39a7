import type { Person } from '@vesalius/contract/admin-people';
import type { Role } from '@vesalius/contract/calls';
import { useTranslation } from 'react-i18next';

const namesOf = (items: readonly { name: string }[]) => items.map(({ name }) => name).join(', ');

/** What a new role opens and what ends with the former one, for the question before the change. */
export function RoleEnds({ person, role }: { person: Person; role: Role }) {
  const { t } = useTranslation('admin');
  const attended = person.programs.filter((program) => program.as === 'student');
  const name = person.name || person.email;
  return (
    <>
      <p>{t(`person.roleOpens.${role}`)}</p>
      {person.institutions.length > 0 && (
        <p>{t('person.roleEndsSeats', { names: namesOf(person.institutions) })}</p>
      )}
      {attended.length > 0 && (
        <p>
          <strong>{t('person.roleEndsPlaces', { name, names: namesOf(attended) })}</strong>{' '}
          {t('person.roleRestores')}
        </p>
      )}
      {role === 'customer' && person.role_name !== 'customer' && (
        <>
          <p>
            {person.restorable_programs.length > 0 ? (
              <strong>
                {t('person.placesReturn', { name, names: namesOf(person.restorable_programs) })}
              </strong>
            ) : (
              t('person.noPlacesReturn', { name })
            )}
          </p>
          <p>{t('person.seatsDoNotReturn')}</p>
        </>
      )}
      <p>
        {person.role_name === 'customer'
          ? t('person.roleEndsReader', { email: person.email })
          : t('person.roleEnds', { role: t(`role.${person.role_name}`), email: person.email })}
      </p>
    </>
  );
}
