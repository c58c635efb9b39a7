import type { ChangeOutcome } from '@vesalius/contract/studio';
import { CHANGES_BODY_BYTES, MAX_CHANGES } from '@vesalius/contract/studio-limits';
import {
  applyOperation,
  type Departure,
  type Operation,
  reanchored,
  touches,
} from '@vesalius/contract/working-copy';
import {
  type Fields,
  isSamePath,
  OperationRefused,
  type Path,
  type Value,
} from '@vesalius/contract/working-copy-document';

/** A change of the user that the server has not confirmed. */
export interface WaitingChange {
  readonly kind: 'change';
  readonly id: string;
  /** The version that the user saw. */
  readonly base: number;
  readonly operations: readonly Operation[];
  /** It may have arrived although no answer came, so its content must not change. */
  readonly sent: boolean;
  /** The version that it made, if that is not fetched yet. */
  readonly madeAt?: number;
}
export interface WaitingUndo {
  readonly kind: 'undo';
  readonly id: string;
  readonly redo: boolean;
  /** The change of the history to undo; absent: the user's last one. */
  readonly changeId?: string;
  readonly sent: boolean;
  readonly madeAt?: number;
}
export type Waiting = WaitingChange | WaitingUndo;

/** A refused change of the user, who keeps or discards it. */
export interface Dispute {
  readonly id: string;
  /** The ids of all changes in it. */
  readonly changeIds: readonly string[];
  readonly operations: readonly Operation[];
  readonly path: Path;
  readonly mine?: Value | undefined;
  /** Absent: the value was deleted. */
  readonly theirs?: Value | undefined;
  readonly theirOp: Operation['op'] | null;
  readonly userName: string | null;
  /** Why the server refused it, if no other user is the reason. */
  readonly refusal: { readonly code: string; readonly message: string } | null;
  readonly restoring: readonly Operation[];
}

export interface Kept {
  readonly waiting: readonly Waiting[];
  readonly disputes: readonly Dispute[];
}
export const NOTHING_KEPT: Kept = { waiting: [], disputes: [] };

const isTouching = (one: readonly Operation[], other: readonly Operation[]): boolean =>
  one.some((each) => other.some((another) => touches(each, another)));

/** The later text of a field replaces the unsent earlier one. */
function withSet(operations: readonly Operation[], added: readonly Operation[]): Operation[] | null {
  const [last, next] = [operations.at(-1), added[0]];
  if (added.length !== 1 || last?.op !== 'set' || next?.op !== 'set') return null;
  return isSamePath(last.path, next.path) ? [...operations.slice(0, -1), next] : null;
}

/** `version`: that of the copy that the user sees. */
export function withChange(
  waiting: readonly Waiting[],
  { id, operations, version }: { id: string; operations: readonly Operation[]; version: number },
): readonly Waiting[] {
  const last = waiting.at(-1);
  if (last?.kind === 'change' && !last.sent && last.operations.length === 1) {
    const joined = withSet(last.operations, operations);
    if (joined) return [...waiting.slice(0, -1), { ...last, operations: joined }];
  }
  // A change that builds on an unconfirmed one has the same base version.
  const bases = waiting.flatMap((each) =>
    each.kind === 'change' && isTouching(each.operations, operations) ? [each.base] : [],
  );
  return [...waiting, { kind: 'change', id, base: Math.min(version, ...bases), operations, sent: false }];
}

/** The content of the next call: changes with the same base version, or one undo. */
export function nextToSend(waiting: readonly Waiting[], most = MAX_CHANGES): readonly Waiting[] {
  const [first, ...rest] = waiting.filter(({ madeAt }) => madeAt === undefined);
  if (!first) return [];
  if (first.kind === 'undo') return [first];
  const batch = [first];
  let length = lengthOf(first);
  for (const each of rest) {
    if (each.kind === 'undo' || each.base !== first.base || batch.length >= most) break;
    length += lengthOf(each);
    if (length > CHANGES_BODY_BYTES / 4) break;
    batch.push(each);
  }
  return batch;
}
/** A character has up to four bytes. */
const lengthOf = (change: WaitingChange): number => JSON.stringify(change.operations).length;

/**
 * The server's copy with all waiting changes applied. Changes that do not apply any more are left for the server to
 * refuse.
 */
export function withWaiting(
  document: Fields,
  waiting: readonly Waiting[],
  departures: readonly Departure[],
): Fields {
  return waiting.reduce((before, change) => {
    if (change.kind === 'undo') return before;
    try {
      return change.operations.reduce(
        (each, operation) => applyOperation(each, reanchored(each, operation, departures)).document,
        before,
      );
    } catch (error) {
      if (error instanceof OperationRefused) return before;
      throw error;
    }
  }, document);
}

type Setting = Extract<Operation, { op: 'set' }>;
const isSet = (operation: Operation, path: Path): operation is Setting =>
  operation.op === 'set' && isSamePath(operation.path, path);

type Lost = { readonly id: string; readonly operations: readonly Operation[] };
/** Includes refusals of the whole call, with an error of the contract. */
export interface Refused {
  readonly id: string;
  readonly state: 'refused';
  readonly refusal: { readonly code: string; readonly message: string };
}
type NotMade = Extract<ChangeOutcome, { state: 'conflict' }> | Refused;

/** A change that builds on an open dispute joins it. */
export function withDispute(
  disputes: readonly Dispute[],
  { id, operations }: Lost,
  outcome: NotMade,
): readonly Dispute[] {
  const conflict = outcome.state === 'conflict' ? outcome.conflict : null;
  const earlier = conflict && disputes.find((each) => isTouching(each.operations, operations));
  if (earlier) {
    const all = withSet(earlier.operations, operations) ?? [...earlier.operations, ...operations];
    const joined: Dispute = {
      ...earlier,
      changeIds: [...earlier.changeIds, id],
      operations: all,
      mine: all.reduce((mine, each) => (isSet(each, earlier.path) ? each.value : mine), earlier.mine),
    };
    return disputes.map((each) => (each === earlier ? joined : each));
  }
  const [operation] = operations;
  return [
    ...disputes,
    {
      id,
      changeIds: [id],
      operations,
      path: conflict?.path ?? operation?.path ?? [],
      mine: conflict ? conflict.mine : operation?.op === 'set' ? operation.value : undefined,
      theirs: conflict?.theirs,
      theirOp: conflict?.their_op ?? null,
      userName: conflict?.user_name ?? null,
      refusal: outcome.state === 'refused' ? outcome.refusal : null,
      restoring: conflict?.restoring ?? [],
    },
  ];
}

/** Unsent changes that build on a dispute, or on one of these: the server has not seen what they build on. */
export function followersOf(waiting: readonly Waiting[], operations: readonly Operation[]): WaitingChange[] {
  const followers: WaitingChange[] = [];
  let lost = operations;
  for (const each of waiting) {
    if (each.kind !== 'change' || each.sent || !isTouching(each.operations, lost)) continue;
    followers.push(each);
    lost = [...lost, ...each.operations];
  }
  return followers;
}
