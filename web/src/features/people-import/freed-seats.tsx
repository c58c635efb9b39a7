import type { ImportResult } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';

export interface Freed {
  readonly count: number;
  /** The first of many. */
  readonly members: ImportResult['freed_members'];
}
export const NOBODY_FREED: Freed = { count: 0, members: [] };
export const freedBy = ({ freed_seats, freed_members }: ImportResult): Freed => ({
  count: freed_seats,
  members: freed_members,
});

const NAMES_SHOWN = 10;

/** Lists the members whose seats would be freed, so that no seat is taken without notice. */
export function FreedSeats({ freed: { count, members } }: { freed: Freed }) {
  const { t } = useTranslation('imports');
  if (count === 0) return null;
  const shown = members.slice(0, NAMES_SHOWN);
  return (
    <>
      <span>{t('freedSeats', { count })}</span>
      <ul>
        {shown.map(({ name, email }) => (
          <li key={email}>
            <bdi>{name}</bdi> (<bdi>{email}</bdi>)
          </li>
        ))}
        {count > shown.length && <li>{t('moreMembers', { count: count - shown.length })}</li>}
      </ul>
    </>
  );
}
