import { newId } from '../../../lib/new-id.ts';
import { paths } from '../../../lib/paths.ts';
import { keepUnsent, readUnsent, stopOffering, unsentForms } from '../../../lib/unsent.ts';
import { type Kept, NOTHING_KEPT } from './waiting.ts';

/*
 * Changes that the server has not confirmed, stored in the browser for their user. Each tab has its own entry,
 * because two tabs with one entry would overwrite each other's changes. A new tab takes over the entries of closed
 * ones.
 */
const prefixOf = (workId: string) => `work:${workId}:`;
const lockOf = (form: string) => `unsent/${form}`;

export interface KeptEdits {
  readonly kept: Kept;
  readonly keep: (kept: Kept | null) => void;
  /** The tab leaves the work: the next tab takes over its entry. */
  readonly leave: () => void;
}

export async function keptEdits(workId: string): Promise<KeptEdits> {
  const own = `${prefixOf(workId)}${newId()}`;
  const leave = hold(own);
  const keep = (kept: Kept | null) =>
    keepUnsent(own, kept, { isOfRole: true, path: paths.studioWork.to(workId) });
  let kept = NOTHING_KEPT;
  for (const form of formsOf(workId).filter((each) => each !== own))
    await unlessHeld(form, () => {
      kept = together(kept, readUnsent<Kept>(form) ?? NOTHING_KEPT);
      // Writes here before it deletes there: a tab that is closed in between leaves both, and they are sent once.
      keep(kept);
      keepUnsent(form, null);
    });
  return { kept, keep, leave };
}

const formsOf = (workId: string): string[] =>
  unsentForms().flatMap(({ form }) => (form.startsWith(prefixOf(workId)) ? [form] : []));
const together = (one: Kept, other: Kept): Kept => ({
  waiting: [...one.waiting, ...other.waiting],
  disputes: [...one.disputes, ...other.disputes],
});

/** All unconfirmed changes of a work, which stay where they are. */
export const readKept = (workId: string): Kept =>
  formsOf(workId).reduce(
    (kept, form) => together(kept, readUnsent<Kept>(form) ?? NOTHING_KEPT),
    NOTHING_KEPT,
  );
export function discardKept(workId: string): void {
  for (const form of formsOf(workId)) keepUnsent(form, null);
}
/** For a work whose changes cannot be sent: they are shown on its page, and not offered on others. */
export function stopOfferingKept(workId: string): void {
  for (const form of formsOf(workId)) stopOffering(form);
}

/** Holds a lock until the tab is closed, or leaves. Insecure origins have no locks. */
function hold(form: string): () => void {
  let release: () => void = () => {};
  const held = navigator.locks?.request(
    lockOf(form),
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  // A page that is being unloaded may not request a lock.
  held?.catch(() => {});
  return () => release();
}

async function unlessHeld(form: string, work: () => void): Promise<void> {
  if (!navigator.locks) work();
  else await navigator.locks.request(lockOf(form), { ifAvailable: true }, (lock) => lock && work());
}
