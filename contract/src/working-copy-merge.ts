/** Puts changes of several people into one order. The server does it under a lock; browsers replay what it made. */
import {
  applyOperation,
  type Departure,
  departureOf,
  type Operation,
  placesOf,
  reanchored,
  touches,
} from './working-copy.ts';
import {
  type Fields,
  OperationRefused,
  type Path,
  type RefusalCode,
  refuse,
  type Value,
  valueAt,
} from './working-copy-document.ts';

/** Operations that belong together: all of them are made, or none, and they are undone together. */
export interface Change {
  /** Made by the client: the same change sent again is recognized by it. */
  readonly id: string;
  readonly operations: readonly Operation[];
}

/** An operation as it was applied, and the version that it made. */
export interface Made {
  readonly version: number;
  readonly changeId: string;
  readonly operation: Operation;
  readonly inverse: Operation;
  /** Null: an account that is gone, or an import. */
  readonly userId: string | null;
  /** The version that it took back. */
  readonly undoes: number | null;
}

export interface Conflict {
  readonly path: Path;
  /** Absent: nothing, by removing or moving it. */
  readonly mine?: Value | undefined;
  readonly theirs?: Value | undefined;
  /** What the other person did. */
  readonly their_op: Operation['op'];
  readonly user_id: string | null;
  readonly version: number;
  /** Takes back what the others did to it, so that one's own change can be made where it could not be otherwise. */
  readonly restoring: readonly Operation[];
}
export type Outcome =
  | { readonly id: string; readonly state: 'applied'; readonly version: number }
  | { readonly id: string; readonly state: 'conflict'; readonly conflict: Conflict }
  | {
      readonly id: string;
      readonly state: 'refused';
      readonly refusal: { readonly code: RefusalCode; readonly message: string };
    };

export interface Copy {
  readonly document: Fields;
  readonly version: number;
}
export interface MergeRules {
  readonly userId: string | null;
  readonly maxBytes: number;
  /** Throws `OperationRefused` for a value that does not fit its place. */
  readonly check?: (document: Fields, operation: Operation) => void;
}
export interface Merged extends Copy {
  readonly made: readonly Made[];
  readonly outcomes: readonly Outcome[];
}

const textLength = (value: unknown): number => (value === undefined ? 0 : JSON.stringify(value).length);
const newValueOf = (operation: Operation): Value | undefined =>
  operation.op === 'set' ? operation.value : operation.op === 'insert' ? operation.entry : undefined;

/** Without what was taken back again within them. `made` is in the order of versions. */
export function standing(made: readonly Made[]): Made[] {
  const gone = new Set<number>();
  const versions = new Set(made.map(({ version }) => version));
  for (const { version, undoes } of made.toReversed()) {
    if (gone.has(version) || undoes === null || !versions.has(undoes)) continue;
    gone.add(version).add(undoes);
  }
  return made.filter(({ version }) => !gone.has(version));
}

/** `later`: what was made after the version that the changes are based on. */
export function mergeChanges(
  copy: Copy,
  later: readonly Made[],
  changes: readonly Change[],
  rules: MergeRules,
): Merged {
  const others = standing(later).filter(({ userId }) => userId === null || userId !== rules.userId);
  const departures = later.flatMap(({ operation, inverse }) => departureOf(operation, inverse) ?? []);
  const made: Made[] = [];
  const outcomes: Outcome[] = [];
  const lost: { change: Change; conflict: Conflict }[] = [];
  let current = { ...copy, bytes: textLength(copy.document) };
  for (const change of changes) {
    const conflict = conflictOf(current.document, others, change) ?? followed(lost, change);
    if (conflict) {
      lost.push({ change, conflict });
      outcomes.push({ id: change.id, state: 'conflict', conflict });
      continue;
    }
    try {
      const applied = applyChange(current, change, departures, rules);
      made.push(...applied.made);
      current = applied;
      outcomes.push({ id: change.id, state: 'applied', version: applied.version });
    } catch (error) {
      if (!(error instanceof OperationRefused)) throw error;
      const { code, message } = error;
      outcomes.push({ id: change.id, state: 'refused', refusal: { code, message } });
    }
  }
  return { document: current.document, version: current.version, made, outcomes };
}

function applyChange(
  before: Copy & { bytes: number },
  { id: changeId, operations }: Change,
  departures: readonly Departure[],
  { userId, maxBytes, check }: MergeRules,
) {
  let { document, version, bytes } = before;
  const made: Made[] = [];
  for (const given of operations) {
    const operation = reanchored(document, given, departures);
    const { document: next, inverse } = applyOperation(document, operation);
    check?.(next, operation);
    bytes += textLength(newValueOf(operation)) - textLength(newValueOf(inverse));
    version += 1;
    made.push({ version, changeId, operation, inverse, userId, undoes: null });
    document = next;
  }
  // What makes it smaller is never refused.
  if (bytes > maxBytes && bytes > before.bytes) refuse('too_large');
  return { document, version, bytes, made };
}

function conflictOf(document: Fields, others: readonly Made[], { operations }: Change): Conflict | null {
  const met = others.filter(({ operation }) => operations.some((own) => touches(own, operation)));
  const last = met.at(-1);
  const own = last && operations.find((operation) => touches(operation, last.operation));
  if (!own) return null;
  const path = placesOf(own)[0] ?? own.path;
  return {
    path,
    mine: newValueOf(own),
    theirs: valueAt(document, path),
    their_op: last.operation.op,
    user_id: last.userId,
    version: last.version,
    restoring: met.toReversed().map(({ inverse }) => inverse),
  };
}

/** What builds on a change that was not made is not made either. */
const followed = (
  lost: readonly { change: Change; conflict: Conflict }[],
  { operations }: Change,
): Conflict | null =>
  lost.find(({ change }) => change.operations.some((one) => operations.some((own) => touches(one, own))))
    ?.conflict ?? null;

/** One change of a person as the history keeps it: its versions, and the first that it took back. */
export interface Step {
  readonly changeId: string;
  readonly versions: readonly number[];
  readonly undoes: number | null;
}
/** Which changes of a person can be undone and done again, the next one last. `steps` in the order of versions. */
export function undoAndRedo(steps: readonly Step[]): { undo: string[]; redo: string[] } {
  let undo: Step[] = [];
  let redo: Step[] = [];
  for (const step of steps) {
    const isTarget = (other: Step) => step.undoes !== null && other.versions.includes(step.undoes);
    const isUndo = undo.some(isTarget);
    const isRedo = redo.some(isTarget);
    const rest = {
      undo: undo.filter((each) => !isTarget(each)),
      redo: redo.filter((each) => !isTarget(each)),
    };
    undo = isUndo ? rest.undo : [...rest.undo, step];
    redo = isUndo ? [...rest.redo, step] : isRedo ? rest.redo : [];
  }
  return { undo: undo.map(({ changeId }) => changeId), redo: redo.map(({ changeId }) => changeId) };
}
