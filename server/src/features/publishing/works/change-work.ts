import { VALUE_MESSAGES } from '@vesalius/contract/issue-text';
import { MAX_MANIFEST_BYTES, MAX_VERSIONS_BEHIND, STAFF_FIELDS } from '@vesalius/contract/studio-limits';
import { type Operation, placesOf } from '@vesalius/contract/working-copy';
import { type Fields, type Path, refuse, type Value } from '@vesalius/contract/working-copy-document';
import { type Change, mergeChanges, type Outcome } from '@vesalius/contract/working-copy-merge';
import type { Tx } from '../../../platform/database/database.ts';
import type { Deps } from '../../../platform/deps.ts';
import { demand } from '../../../platform/errors.ts';
import type { Actor } from '../../accounts/actor.ts';
import { inTurn, turnToEdit } from '../releases/in-turn.ts';
import { tellVoid } from '../review/tell-void.ts';
import { isPaid } from '../store/price-queries.ts';
import { checkOperation } from './check-value.ts';
import { lockWorkFor } from './lock-work-for.ts';
import { insertOperations, listKnownChanges, listMadeSince } from './operation-queries.ts';
import { listIdentities, updateWork, type WorkRow } from './work-queries.ts';

/** Applies or refuses each change separately; a change that was applied already is recognized by its id. */
export const changeWork = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  actor: Actor,
  workId: string,
  { base, changes }: { base: number; changes: readonly Change[] },
): Promise<Outcome[]> =>
  inTurn(
    db,
    async (tx) => {
      const work = await lockWorkFor(tx, actor, workId, 'edit');
      demand(base <= work.version, 'invalid', { base_version: VALUE_MESSAGES.notAccepted });
      return makeChanges(tx, work, { actor, base, changes }, clock.now());
    },
    turnToEdit({ db, clock }, workId),
  );

/** Applies changes to a locked work. `undoes`: the versions that the change's operations take back, in order. */
export async function makeChanges(
  tx: Tx,
  work: WorkRow,
  {
    actor,
    base,
    changes,
    undoes = [],
  }: { actor: Actor; base: number; changes: readonly Change[]; undoes?: readonly number[] },
  now: Date,
): Promise<Outcome[]> {
  const { userId } = actor;
  const ids = changes.map(({ id }) => id);
  demand(new Set(ids).size === ids.length, 'invalid', { changes: VALUE_MESSAGES.notAccepted });
  const known = new Map((await listKnownChanges(tx, work.id, ids)).map((each) => [each.changeId, each]));
  for (const each of known.values())
    demand(each.userId === userId, 'invalid', { changes: VALUE_MESSAGES.notAccepted });
  const fresh = changes.filter(({ id }) => !known.has(id));
  demand(fresh.length === 0 || work.version - base <= MAX_VERSIONS_BEHIND, 'edited_meanwhile');
  const merged = mergeChanges(
    { document: work.manifest, version: work.version },
    fresh.length > 0 ? await listMadeSince(tx, work.id, base) : [],
    fresh,
    { userId, maxBytes: MAX_MANIFEST_BYTES, check: await checkFor(tx, actor, work, fresh) },
  );
  if (merged.made.length > 0) {
    const made = merged.made.map((each, index) => ({ ...each, undoes: undoes[index] ?? null }));
    await insertOperations(tx, work.id, made, now);
    await updateWork(tx, { id: work.id, manifest: merged.document, version: merged.version, now });
    await tellVoid(tx, { workId: work.id, version: work.version }, now);
  }
  const outcomes = new Map(merged.outcomes.map((outcome) => [outcome.id, outcome]));
  return ids.flatMap((id): Outcome[] => {
    const before = known.get(id);
    if (before) return [{ id, state: 'applied', version: before.version }];
    const outcome = outcomes.get(id);
    return outcome ? [outcome] : [];
  });
}

const isOfStaff = ([field]: Path) => STAFF_FIELDS.includes(field ?? '');
const isGivingAway = ({ op, path: [field, ...rest], ...operation }: Operation) =>
  op === 'set' &&
  field === 'price' &&
  rest.length === 0 &&
  // Less than half a cent is nothing.
  !(Math.round(Number('value' in operation && operation.value) * 100) > 0);
const IDENTITY = ['slug', 'edition'];
const isOfIdentity = ({ path: [field] }: Operation) => IDENTITY.includes(field ?? '');
const textOf = (value: Value | undefined): string => (typeof value === 'string' ? value : '');

/**
 * Checks the form of each value, and the book's identity: a published book keeps it, and an unpublished one cannot
 * take another's.
 */
async function checkFor(tx: Tx, actor: Actor, work: WorkRow, changes: readonly Change[]) {
  const slugs = changes.flatMap(({ operations }) =>
    operations.filter(isOfIdentity).map((each) => textOf(each.op === 'set' ? each.value : undefined)),
  );
  const taken =
    slugs.length === 0
      ? []
      : await listIdentities(tx, work.id, [...slugs, textOf(work.manifest.slug)].filter(Boolean));
  const isSold =
    actor.role !== 'staff' &&
    changes.some(({ operations }) => operations.some(isGivingAway)) &&
    (await isPaid(tx, work.id, textOf(work.manifest.slug)));
  return (document: Fields, operation: Operation): void => {
    if (actor.role !== 'staff' && placesOf(operation).some(isOfStaff)) refuse('by_staff');
    if (isSold && isGivingAway(operation)) refuse('by_staff', VALUE_MESSAGES.freeByStaff);
    checkOperation(document, operation);
    if (!isOfIdentity(operation)) return;
    if (work.releasedVersion !== null) refuse('fixed_identity', VALUE_MESSAGES.identityStays);
    const [slug, edition] = [textOf(document.slug), textOf(document.edition)];
    if (slug && taken.some((each) => each.slug === slug && each.edition === edition))
      refuse('identity_taken');
  };
}
