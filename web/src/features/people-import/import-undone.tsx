import type { PeopleImport } from '@vesalius/contract/people-import';
import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../lib/formats.ts';

/** When an import was undone, and by whom. */
export function ImportUndone({
  undone: { undone_at: at, undone_by: by },
}: {
  undone: Pick<PeopleImport, 'undone_at' | 'undone_by'>;
}) {
  const { t, i18n } = useTranslation('imports');
  if (at === null) return null;
  return (
    <strong>
      {' '}
      {t('undoneOn', { time: formatDateTime(at, i18n.language) })}
      {by && (
        <>
          {' · '}
          <bdi>{by}</bdi>
        </>
      )}
    </strong>
  );
}
