import { useTranslation } from 'react-i18next';
import { useSession } from '../../lib/session.ts';
import type { WorkSnapshot } from './model/work-snapshot.ts';
import type { WorkStore } from './model/work-store.ts';
import { NotSaved } from './not-saved.tsx';

/** What ended for a user who could change the book until now. */
export function useEndedText(): string {
  const { t } = useTranslation('studio');
  return t(useSession()?.role === 'staff' ? 'desk.endedForStaff' : 'desk.ended');
}

interface RightEndedProps {
  readonly workId: string;
  readonly store: WorkStore;
  readonly snapshot: WorkSnapshot;
}

/** On a page about a book that its user may only read from now on: what ended, and what was not saved. */
export function RightEnded({ workId, store, snapshot: { hasEnded, unsaved } }: RightEndedProps) {
  const text = useEndedText();
  return (
    <>
      {hasEnded && <p role="alert">{text}</p>}
      <NotSaved workId={workId} kept={unsaved} onDiscard={store.discard} />
    </>
  );
}
