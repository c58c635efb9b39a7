import type { ChangeOutcome, WorkProgress } from '@vesalius/contract/studio';
import { applyOperation, type Operation, tryOperations } from '@vesalius/contract/working-copy';
import { CallError, isRefusal } from '../../../lib/api-client.ts';
import { newId } from '../../../lib/new-id.ts';
import { lostBecause } from './lost-because.ts';
import { applyProgress, type ServerCopy } from './server-copy.ts';
import {
  followersOf,
  NOTHING_KEPT,
  nextToSend,
  type Refused,
  type Waiting,
  type WaitingChange,
  type WaitingUndo,
  withChange,
  withDispute,
  withWaiting,
} from './waiting.ts';
import type { Lost, WorkSnapshot } from './work-snapshot.ts';
import { TROUBLE_OF_CODE, type WorkStoreParts } from './work-store-parts.ts';

export type WorkStore = ReturnType<typeof createWorkStore>;

/**
 * A working copy as its user sees it: the server's, with the user's waiting changes on top. Changes are sent in their
 * order until they are confirmed; each answer contains the changes of others.
 */
export function createWorkStore({ calls, work, kept, keep, now, soon, pause }: WorkStoreParts) {
  let server: ServerCopy = { document: work.manifest, version: work.version, departures: [] };
  let { steps, publication } = work;
  let { waiting, disputes } = kept;
  let people: WorkSnapshot['people'] = [];
  let skipped: readonly string[] = [];
  let trouble: 'unreached' | 'publishing' | 'failing' | 'closed' | null = null;
  let savedAt: Date | null = null;
  let failures = 0;
  let mostAtOnce: number | undefined;
  let sending: Promise<void> | null = null;
  let isClosed = false;
  let filesVersion = 0;
  let lost: Lost | null = null;
  let [mayEdit, hasEnded] = [work.may_edit, false];
  const listeners = new Set<() => void>();
  let snapshot = makeSnapshot();

  function makeSnapshot(): WorkSnapshot {
    const isWaiting = waiting.length > 0;
    return {
      document: mayEdit ? withWaiting(server.document, waiting, server.departures) : server.document,
      mayEdit,
      hasEnded,
      unsaved: mayEdit ? NOTHING_KEPT : { waiting, disputes },
      version: server.version,
      saving: isWaiting
        ? { state: mayEdit ? (trouble ?? 'saving') : 'closed' }
        : { state: 'saved', at: savedAt },
      disputes: mayEdit ? disputes : [],
      people,
      publication,
      filesVersion,
      lost,
      canUndo: mayEdit && (steps.can_undo || waiting.some(({ kind }) => kind === 'change')),
      canRedo: mayEdit && steps.can_redo && !waiting.some(({ kind }) => kind === 'change'),
    };
  }
  function tell(): void {
    snapshot = makeSnapshot();
    for (const listener of listeners) listener();
  }
  function setWaiting(next: readonly Waiting[]): void {
    if (waiting.length > 0 && next.length === 0) savedAt = now();
    waiting = next;
    keepNow();
  }
  const keepNow = () => keep(waiting.length + disputes.length === 0 ? null : { waiting, disputes });
  const without = (ids: readonly string[]) => waiting.filter(({ id }) => !ids.includes(id));

  /** Applies the server's operations after `since`. False: they do not follow the known version. */
  function receive({ operations, steps: told, version }: WorkProgress, since: number): boolean {
    // The server was restored to an earlier version.
    if (version < since) return false;
    const { copy, changeIds, isComplete } = applyProgress(server, operations);
    server = copy;
    if (waiting.some(({ id }) => changeIds.has(id))) setWaiting(without([...changeIds]));
    if (!isComplete) return false;
    if (told && version >= server.version) steps = told;
    return true;
  }

  function setMayEdit(next: boolean): void {
    if (next === mayEdit) return;
    [mayEdit, hasEnded] = [next, !next];
    if (next) void send();
  }

  async function pull(): Promise<void> {
    for (let more = true; more; ) {
      const since = server.version;
      const answer = await calls.changesSince(since).catch((error: unknown) => {
        const why = lostBecause(error);
        if (why !== lost) {
          lost = why ?? lost;
          tell();
        }
        throw error;
      });
      lost = null;
      ({ people, publication } = answer);
      setMayEdit(answer.may_edit);
      await follow(answer, since);
      more = answer.more && answer.operations.length > 0;
      tell();
    }
  }

  async function follow(answer: WorkProgress, since: number): Promise<void> {
    if (receive(answer, since)) return;
    const read = await calls.read();
    server = { ...server, document: read.manifest, version: read.version };
    steps = read.steps;
    setWaiting(waiting.filter(({ madeAt }) => madeAt === undefined || madeAt > read.version));
  }

  function settle(outcome: ChangeOutcome | Refused, operations: readonly Operation[]): void {
    const { id } = outcome;
    if (outcome.state === 'applied') {
      const { version } = outcome;
      // Its operations arrive with the next fetch.
      setWaiting(
        version <= server.version
          ? without([id])
          : waiting.map((each) => (each.id === id ? { ...each, madeAt: version } : each)),
      );
      return;
    }
    const lost = [
      { id, operations },
      ...(outcome.state === 'conflict' ? followersOf(without([id]), operations) : []),
    ];
    for (const each of lost) disputes = withDispute(disputes, each, outcome);
    setWaiting(without(lost.map((each) => each.id)));
  }

  async function sendChanges(batch: readonly WaitingChange[]): Promise<void> {
    const [first] = batch;
    if (!first) return;
    const changes = batch.map(({ id, operations }) => ({ id, operations }));
    const since = server.version;
    const answer = await calls.change({ base_version: first.base, since, changes });
    await follow(answer, since);
    for (const outcome of answer.outcomes)
      settle(outcome, batch.find(({ id }) => id === outcome.id)?.operations ?? []);
    mostAtOnce = undefined;
    // After a new change, steps that could not be undone are forgotten.
    skipped = [];
  }

  async function sendUndo({ id, redo, changeId }: WaitingUndo): Promise<void> {
    const since = server.version;
    const named = changeId ? { change_id: changeId } : {};
    const answer = await calls.undo({ id, redo, since, skip: [...skipped], ...named });
    await follow(answer, since);
    if (answer.files_changed) filesVersion += 1;
    if (answer.steps) ({ steps } = answer);
    const { outcome, target } = answer;
    if (!outcome) return setWaiting(without([id]));
    if (outcome.state !== 'applied' && target) skipped = [...skipped, target];
    settle(outcome, answer.refused_operations);
  }

  async function sendAll(): Promise<void> {
    while (waiting.length > 0 && !isClosed && mayEdit && !lost) {
      const batch = nextToSend(waiting, mostAtOnce);
      const ids = batch.map(({ id }) => id);
      try {
        const [first] = batch;
        // From here on an answer may be lost: a repeated request must have the same content.
        setWaiting(waiting.map((each) => (ids.includes(each.id) ? { ...each, sent: true } : each)));
        tell();
        if (!first) await pull();
        else if (first.kind === 'undo') await sendUndo(first);
        else await sendChanges(batch.filter((each) => each.kind === 'change'));
        failures = 0;
        trouble = null;
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (!(await goOnAfter(error, batch))) return;
      }
      tell();
    }
  }

  /** Whether sending continues after a failed call. */
  async function goOnAfter(error: CallError, batch: readonly Waiting[]): Promise<boolean> {
    if (isRefusal(error)) {
      const [first] = batch;
      const isOfWork = first?.kind !== 'undo' || first.changeId === undefined;
      if (error.status === 403 || (lostBecause(error) && isOfWork)) {
        trouble = 'closed';
        if (error.status === 403) setMayEdit(false);
        lost = lostBecause(error) ?? lost;
        tell();
        return false;
      }
      if (batch.length > 1) mostAtOnce = 1;
      else {
        for (const each of batch) {
          const { code, message } = error;
          const operations = each.kind === 'change' ? each.operations : [];
          settle({ id: each.id, state: 'refused', refusal: { code, message } }, operations);
        }
      }
      return true;
    }
    failures += 1;
    trouble = TROUBLE_OF_CODE.get(error.code) ?? 'failing';
    tell();
    await pause(failures, error.retryAfter);
    return true;
  }

  function send(): Promise<void> {
    sending ??= sendAll().finally(() => {
      sending = null;
    });
    return sending;
  }
  const sendSoon = () => {
    tell();
    soon(() => void send());
  };
  function add(operations: readonly Operation[]): string {
    const id = newId();
    setWaiting(withChange(waiting, { id, operations, version: server.version }));
    sendSoon();
    return waiting.at(-1)?.id ?? id;
  }

  return {
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: (): WorkSnapshot => snapshot,
    /**
     * Makes one change of several operations. Throws `OperationRefused` if they do not apply; returns the change's
     * id.
     */
    change(...operations: Operation[]): string {
      let document = snapshot.document;
      for (const operation of operations) document = applyOperation(document, operation).document;
      return add(operations);
    },
    /** Queued like other changes; undoes the user's last change by default. Returns the id of the new change. */
    undo({ redo = false, changeId }: { redo?: boolean; changeId?: string } = {}): string {
      const id = newId();
      const undo = { kind: 'undo', id, redo, sent: false } as const;
      setWaiting([...waiting, changeId ? { ...undo, changeId } : undo]);
      sendSoon();
      return id;
    },
    /** Removing and putting back files are steps, too. */
    takeSteps(told: typeof steps): void {
      steps = told;
      tell();
    },
    /** Applies the user's change over that of others. False: that is not possible any more. */
    keepMine(disputeId: string): boolean {
      const dispute = disputes.find(({ id }) => id === disputeId);
      if (!dispute) return false;
      const ways = [dispute.operations, [...dispute.restoring, ...dispute.operations]];
      const operations = ways.find((way) => tryOperations(snapshot.document, way));
      if (!operations) return false;
      disputes = disputes.filter((each) => each !== dispute);
      add(operations);
      return true;
    },
    takeTheirs(disputeId: string): void {
      disputes = disputes.filter(({ id }) => id !== disputeId);
      keepNow();
      tell();
    },
    /** Deletes what was not saved, of a work that its user may not change any more. */
    discard(): void {
      disputes = [];
      setWaiting([]);
      tell();
    },
    /** Fetches the changes and presence of others. Throws `CallError` without an answer. */
    pull,
    /** Sends waiting changes now; resolves when nothing more can be sent. */
    send,
    /** Stops sending. */
    close(): void {
      isClosed = true;
      listeners.clear();
    },
  };
}
