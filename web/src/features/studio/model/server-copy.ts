import type { WorkProgress } from '@vesalius/contract/studio';
import { applyOperation, type Departure, departureOf } from '@vesalius/contract/working-copy';
import { type Fields, OperationRefused } from '@vesalius/contract/working-copy-document';

/** The maximum of deleted entries of other users that are remembered for waiting changes. */
const MAX_DEPARTURES = 500;

/** A working copy as the server has it, up to the version that this tab received last. */
export interface ServerCopy {
  readonly document: Fields;
  readonly version: number;
  /** The entries that left their lists, in order. */
  readonly departures: readonly Departure[];
}

export interface AppliedProgress {
  readonly copy: ServerCopy;
  /** The changes whose operations were applied. */
  readonly changeIds: ReadonlySet<string>;
  /** False: an operation does not follow the one before it, and is left out with all later ones. */
  readonly isComplete: boolean;
}

/** Applies the server's operations that the copy does not contain. */
export function applyProgress(copy: ServerCopy, operations: WorkProgress['operations']): AppliedProgress {
  let { document, version, departures } = copy;
  const changeIds = new Set<string>();
  const applied = (isComplete: boolean) => ({
    copy: { document, version, departures },
    changeIds,
    isComplete,
  });
  for (const { version: made, operation, change_id: id } of operations) {
    if (made <= version) continue;
    if (made > version + 1) return applied(false);
    try {
      const { document: changed, inverse } = applyOperation(document, operation);
      document = changed;
      version = made;
      const departure = departureOf(operation, inverse);
      if (departure) departures = [...departures, departure].slice(-MAX_DEPARTURES);
    } catch (error) {
      if (error instanceof OperationRefused) return applied(false);
      throw error;
    }
    changeIds.add(id);
  }
  return applied(true);
}
