import type { WorkRole } from '@vesalius/contract/studio-limits';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../lib/paths.ts';
import buttons from '../../ui/buttons.module.css';
import { EmptyState } from '../../ui/states.tsx';
import { discardKept, readKept } from './model/kept-edits.ts';
import type { WorkStore } from './model/work-store.ts';
import { NotSaved } from './not-saved.tsx';

interface LostWorkProps {
  readonly workId: string;
  /** The role that has ended; `unknown`: the user never had one, or it is not known any more. */
  readonly why: WorkRole | 'deleted' | 'unknown';
  /** Of a work that was open in this tab. */
  readonly store?: WorkStore;
}

/** Instead of a book that its user cannot open any more: why, the way home, and what was not saved. */
export function LostWork({ workId, why, store }: LostWorkProps) {
  const { t } = useTranslation('studio');
  const [kept, setKept] = useState(() => readKept(workId));
  const hint =
    why === 'deleted' ? 'lost.deletedHint' : why === 'unknown' ? 'lost.unknownHint' : 'lost.endedHint';
  return (
    <div className="page">
      <div role="alert">
        <EmptyState
          title={t(`lost.${why}`)}
          hint={t(hint)}
          action={
            <Link className={buttons.primary} to={paths.studio.to()}>
              {t('lost.home')}
            </Link>
          }
        />
      </div>
      <NotSaved
        {...{ workId, kept }}
        onDiscard={() => {
          store?.discard();
          discardKept(workId);
          setKept(readKept(workId));
        }}
      />
    </div>
  );
}
