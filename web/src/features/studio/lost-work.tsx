import type { WorkRole } from '@vesalius/contract/studio-limits';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import buttons from '../../ui/buttons.module.css';
import { EmptyState } from '../../ui/states.tsx';

interface LostWorkProps {
  /** The role that has ended; `unknown`: the user never had one, or it is not known any more. */
  readonly why: WorkRole | 'deleted' | 'unknown';
  /** The last changes were not saved any more. */
  readonly isUnsaved?: boolean;
}

/** Instead of a book that its user cannot open any more: why, and the way home. */
export function LostWork({ why, isUnsaved = false }: LostWorkProps) {
  const { t } = useTranslation('studio');
  const hint =
    why === 'deleted' ? 'lost.deletedHint' : why === 'unknown' ? 'lost.unknownHint' : 'lost.endedHint';
  return (
    <div role="alert">
      <EmptyState
        title={t(`lost.${why}`)}
        hint={[t(hint), ...(isUnsaved ? [t('lost.unsaved')] : [])].join(' ')}
        action={
          <Link className={buttons.primary} to={paths.studio.to()}>
            {t('lost.home')}
          </Link>
        }
      />
    </div>
  );
}
