import { newId } from '../../../lib/new-id.ts';
import { keepUnsent, readUnsent, unsentForms } from '../../../lib/unsent.ts';
import type { Kept } from './waiting.ts';

/*
 * Changes that the server has not confirmed, kept in the browser for their user. Each tab has an entry of its own: two that
 * wrote one would lose each other's. A tab that is opened takes over what closed ones left.
 */
const NOTHING: Kept = { waiting: [], disputes: [] };
const prefixOf = (workId: string) => `work:${workId}:`;
const lockOf = (form: string) => `unsent/${form}`;

export interface KeptEdits {
  readonly kept: Kept;
  readonly keep: (kept: Kept | null) => void;
  /** The tab leaves the work: what is kept is taken over by the next one. */
  readonly leave: () => void;
}

export async function keptEdits(workId: string): Promise<KeptEdits> {
  const own = `${prefixOf(workId)}${newId()}`;
  const leave = hold(own);
  const keep = (kept: Kept | null) => keepUnsent(own, kept, { isOfRole: true });
  let kept = NOTHING;
  const left = unsentForms().filter(({ form }) => form !== own && form.startsWith(prefixOf(workId)));
  for (const { form } of left)
    await unlessHeld(form, () => {
      const taken = readUnsent<Kept>(form) ?? NOTHING;
      kept = {
        waiting: [...kept.waiting, ...taken.waiting],
        disputes: [...kept.disputes, ...taken.disputes],
      };
      // First here, then not there: a tab that is closed between the two leaves both, which are sent once.
      keep(kept);
      keepUnsent(form, null);
    });
  return { kept, keep, leave };
}

/** Until the tab is closed, or leaves. Insecure origins have no locks. */
function hold(form: string): () => void {
  let release: () => void = () => {};
  const held = navigator.locks?.request(
    lockOf(form),
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  // A page that is being left may no longer ask for a lock.
  held?.catch(() => {});
  return () => release();
}

async function unlessHeld(form: string, work: () => void): Promise<void> {
  if (!navigator.locks) work();
  else await navigator.locks.request(lockOf(form), { ifAvailable: true }, (lock) => lock && work());
}
