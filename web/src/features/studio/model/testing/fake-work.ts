import { MAX_MANIFEST_BYTES } from '@vesalius/contract/studio-limits';
import type { WorkPublication } from '@vesalius/contract/work-releases';
import { applyOperation } from '@vesalius/contract/working-copy';
import type { Fields } from '@vesalius/contract/working-copy-document';
import {
  type Change,
  type Copy,
  type Made,
  mergeChanges,
  type Outcome,
  type Step,
  undoAndRedo,
} from '@vesalius/contract/working-copy-merge';
import { CallError } from '../../../../lib/api-client.ts';
import type { WorkCalls } from '../work-calls.ts';

const NOT_PUBLISHED: WorkPublication = {
  ...{ state: 'draft', revision: null, published_at: null, published_by: null },
  ...{ withdrawn_at: null, withdrawn_by: null, replaced_by: null, price: null, pending: null },
};

/** What happens to a call in transit. */
export interface Line {
  /** Resolves when the call arrives, and again when its answer does. */
  travel(): Promise<void>;
  /** Whether the call gets lost. */
  isLost(): boolean;
  /** Whether the call arrives but its answer gets lost. */
  isAnswerLost(): boolean;
}
export const GOOD_LINE: Line = {
  travel: () => Promise.resolve(),
  isLost: () => false,
  isAnswerLost: () => false,
};

/** The server's rules, from the same pure functions, with answers of at most `pageSize` operations. */
export function fakeWork(document: Fields, pageSize = 20) {
  let copy: Copy = { document, version: 0 };
  let made: readonly Made[] = [];
  let refuseNext: CallError | null = null;
  let publication = NOT_PUBLISHED;
  let mayEdit = true;

  function merge(userId: string, base: number, changes: readonly Change[], undoes: readonly number[] = []) {
    const versions = new Map(made.map(({ changeId, version }) => [changeId, version]));
    const fresh = changes.filter(({ id }) => !versions.has(id));
    const later = made.filter(({ version }) => version > base);
    const merged = mergeChanges(copy, later, fresh, { userId, maxBytes: MAX_MANIFEST_BYTES });
    copy = { document: merged.document, version: merged.version };
    made = [...made, ...merged.made.map((each, index) => ({ ...each, undoes: undoes[index] ?? null }))];
    return changes.map(({ id }): Outcome => {
      const known = versions.get(id);
      if (known !== undefined) return { id, state: 'applied', version: known };
      return merged.outcomes.find((each) => each.id === id) as Outcome;
    });
  }
  const stepsOf = (userId: string) => {
    const steps = new Map<string, Step>();
    for (const { changeId, version, undoes, userId: by } of made) {
      if (by !== userId) continue;
      const { versions = [] } = steps.get(changeId) ?? {};
      steps.set(changeId, { changeId, versions: [...versions, version], undoes });
    }
    return undoAndRedo([...steps.values()]);
  };
  const canOf = (userId: string) => {
    const { undo, redo } = stepsOf(userId);
    return { can_undo: undo.length > 0, can_redo: redo.length > 0 };
  };
  const progress = (userId: string, since: number) => {
    const operations = made.filter(({ version }) => version > since).slice(0, pageSize);
    return {
      version: copy.version,
      operations: operations.map((each) => ({
        version: each.version,
        change_id: each.changeId,
        operation: each.operation,
        user_id: each.userId,
        user_name: each.userId,
        made_at: '2026-03-01T09:00:00.000Z',
      })),
      more: (operations.at(-1)?.version ?? since) < copy.version,
      steps: canOf(userId),
    };
  };
  const told = (outcome: Outcome) =>
    outcome.state === 'conflict'
      ? { ...outcome, conflict: { ...outcome.conflict, user_name: outcome.conflict.user_id } }
      : outcome;

  function undo(userId: string, { id, redo, change_id, skip }: Parameters<WorkCalls['undo']>[0]) {
    if (made.some(({ changeId }) => changeId === id)) {
      const [outcome = null] = merge(userId, 0, [{ id, operations: [] }]);
      return {
        outcome: outcome && told(outcome),
        target: null,
        refused_operations: [],
        files_changed: false,
      };
    }
    const { undo: undos, redo: redos } = stepsOf(userId);
    const target = change_id ?? (redo ? redos : undos).findLast((each) => !skip?.includes(each));
    if (!target) return { outcome: null, target: null, refused_operations: [], files_changed: false };
    const taken = made.filter(({ changeId }) => changeId === target).toReversed();
    const operations = taken.map(({ inverse }) => inverse);
    const base = taken[0]?.version ?? 0;
    const [outcome = null] = merge(
      userId,
      base,
      [{ id, operations }],
      taken.map(({ version }) => version),
    );
    return {
      outcome: outcome && told(outcome),
      target,
      refused_operations: operations,
      files_changed: false,
    };
  }

  return {
    copy: () => copy,
    made: () => made,
    /** As after a restored backup. */
    setBack(version: number): void {
      made = made.filter((each) => each.version <= version);
      copy = {
        document: made.reduce((before, each) => applyOperation(before, each.operation).document, document),
        version,
      };
    },
    publish: (next: Partial<WorkPublication>) => {
      publication = { ...publication, ...next };
    },
    setMayEdit: (next: boolean) => {
      mayEdit = next;
    },
    /** Answers the next changing call with this error. */
    refuseNext: (error: CallError) => {
      refuseNext = error;
    },
    calls(userId: string, line: Line = GOOD_LINE): WorkCalls {
      async function through<Answer>(work: () => Answer): Promise<Answer> {
        await line.travel();
        if (line.isLost()) throw new CallError(0, { code: 'network' });
        // Through JSON, which shares no objects and has no undefined values.
        const answer = JSON.parse(JSON.stringify(work())) as Answer;
        await line.travel();
        if (line.isAnswerLost()) throw new CallError(0, { code: 'network' });
        return answer;
      }
      const refusing = () => {
        if (!mayEdit) throw new CallError(403, { code: 'not_allowed' });
        const error = refuseNext;
        refuseNext = null;
        if (error) throw error;
      };
      return {
        read: () =>
          through(() => ({
            ...{ manifest: copy.document, version: copy.version, steps: canOf(userId) },
            ...{ publication, may_edit: mayEdit },
          })),
        change: ({ base_version: base, since = base, changes }) =>
          through(() => {
            refusing();
            const outcomes = merge(userId, base, changes).map(told);
            return { ...progress(userId, since), outcomes };
          }),
        undo: (body) =>
          through(() => {
            refusing();
            const undone = undo(userId, body);
            return { ...undone, ...progress(userId, body.since) };
          }),
        changesSince: (since) =>
          through(() => ({ ...progress(userId, since), people: [], publication, may_edit: mayEdit })),
      };
    },
  };
}
