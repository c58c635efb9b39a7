import { sql } from 'kysely';
import { type Db, many, maybeOne, type Tx } from '../../../platform/database/database.ts';
import { type JobOptions, JobPostponed, type NewJob } from '../../../platform/define-job.ts';
import type { Deps } from '../../../platform/deps.ts';
import { HOUR_MS } from '../../../platform/durations.ts';
import { enqueue } from '../../../platform/jobs.ts';
import type { ToldPlacesTable } from '../../../schema/tables.ts';

/*
 * Letters about changes that can be undone and repeated: a place that ends and is restored, a manager who is dismissed and
 * appointed again. Within an hour of a letter about an end no second one is sent; if the place has ended then, the next one
 * is sent when the hour is over. A user who was told of an end is told of its contrary at once; another user gets the same
 * letter at most once an hour. So repeated changes send a user at most three letters an hour.
 */

/** The letters that say the contrary. */
const OPPOSITES = {
  in: ['out'],
  back: ['out'],
  out: ['in', 'back'],
  manager: ['member'],
  member: ['manager'],
} as const;
/** What a letter says: in, back or out; a manager, or a plain member again. */
type PlaceState = keyof typeof OPPOSITES;
const DUE = { out: 'out_due', member: 'member_due' } as const;

/** That a task has changed of which the user was told. The group is its chapter, test or book. */
const TASK = 'task';

const REPEAT_MS = HOUR_MS;
const NEVER = Number.NEGATIVE_INFINITY;

/** A user's place in a group: a program, an institution or a book. */
interface Place {
  readonly userId: string;
  readonly groupId: string;
}
interface PlaceLetter extends Place {
  readonly state: PlaceState;
  readonly jobId: string;
}

/** Call it when a letter about an end is enqueued: if it is never sent, taking the end back needs no letter either. */
export async function notePlacesEnding(
  tx: Tx,
  { groupId, userIds, state }: { groupId: string; userIds: readonly string[]; state: keyof typeof DUE },
  now: Date,
): Promise<void> {
  await noteTold(tx, { groupId, userIds, state: DUE[state] }, now);
}

/** What was told later stays. */
async function noteTold(
  tx: Tx,
  {
    groupId,
    userIds,
    state,
  }: { groupId: string; userIds: readonly string[]; state: ToldPlacesTable['state'] },
  at: Date,
): Promise<void> {
  await sql`insert into told_places (user_id, group_id, state, told_at)
    select id, ${groupId}::uuid, ${state}, ${at}::timestamptz from unnest(${[...userIds]}::uuid[]) as u (id)
    order by id
    on conflict (user_id, group_id, state) do update
    set told_at = greatest(told_places.told_at, excluded.told_at)`.execute(tx);
}

/** For a user who leaves. */
export async function forgetPlaceLetters(db: Db, { userId, groupId }: Place): Promise<void> {
  await sql`delete from told_places where user_id = ${userId} and group_id = ${groupId}`.execute(db);
}

/** The user's letters about the place: when each was sent last. */
async function listTold(db: Db, { userId, groupId }: Place): Promise<ReadonlyMap<string, number>> {
  const rows = await many(
    db,
    sql<{ state: string; toldAt: Date }>`select state, told_at as "toldAt" from told_places
      where user_id = ${userId} and group_id = ${groupId}`,
  );
  return new Map(rows.map(({ state, toldAt }) => [state, toldAt.getTime()]));
}

/** When the contrary was told last. */
const oppositeOf = (state: PlaceState, told: ReadonlyMap<string, number>): number =>
  Math.max(...OPPOSITES[state].map((each) => told.get(each) ?? NEVER));

/**
 * Counts the letter as sent and returns null, unless the same one was sent within the hour and nothing else since: then it
 * returns the end of that hour. Of concurrent jobs one gets null.
 */
async function claim(
  db: Db,
  letter: Omit<PlaceLetter, 'state'> & { readonly state: PlaceState | typeof TASK },
  { now, oppositeAt }: { now: Date; oppositeAt: number },
): Promise<Date | null> {
  const { userId, groupId, state, jobId } = letter;
  const isClaimed = await maybeOne(
    db,
    sql`insert into told_places (user_id, group_id, state, told_at, job_id)
      values (${userId}, ${groupId}, ${state}, ${now}, ${jobId})
      on conflict (user_id, group_id, state) do update set told_at = excluded.told_at, job_id = excluded.job_id
      where told_places.told_at <= ${new Date(now.getTime() - REPEAT_MS)} or told_places.job_id = ${jobId}
        or (${state in DUE} = false and told_places.told_at < ${new Date(Math.max(0, oppositeAt))})
      returning 1 as sent`,
  );
  if (isClaimed) return null;
  const toldAt = (await listTold(db, letter)).get(state) ?? now.getTime();
  return new Date(toldAt + REPEAT_MS);
}

/** Null: send it now. `known`: the user's last letter says the same. A time: look again then. */
async function decide(db: Db, letter: PlaceLetter, now: Date): Promise<null | 'known' | Date> {
  const told = await listTold(db, letter);
  const oppositeAt = oppositeOf(letter.state, told);
  // The letter about the end did not leave: the user knows of nothing else.
  const dueAt = OPPOSITES[letter.state].map((state) => told.get(`${state}_due`) ?? NEVER);
  if (Math.max(...dueAt) > oppositeAt) return 'known';
  const again = await claim(db, letter, { now, oppositeAt });
  return again && oppositeAt + REPEAT_MS < again.getTime() ? 'known' : again;
}

/** Sends the letter, or nothing if its user knows. `again`: the job that looks again later. */
export async function tellPlaceOnce(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  letter: PlaceLetter,
  { send, again }: { send: () => Promise<void>; again: (options: { runAt: Date }) => NewJob },
): Promise<void> {
  const decision = await decide(db, letter, clock.now());
  if (decision === null) await send();
  else if (decision !== 'known') await enqueue(db, again({ runAt: decision }));
}

/**
 * Sends a letter that is never left out, because it brings a new link: an invitation. Within an hour of the last one, if its
 * withdrawal was not told, it is sent at the end of that hour, however often it was asked for meanwhile.
 */
export async function tellPlaceHourly(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  letter: PlaceLetter,
  { send, again }: { send: () => Promise<void>; again: (options: JobOptions) => NewJob },
): Promise<void> {
  const now = clock.now();
  const oppositeAt = oppositeOf(letter.state, await listTold(db, letter));
  const runAt = await claim(db, letter, { now, oppositeAt });
  if (!runAt) return send();
  const dedupeKey = `place-again:${letter.groupId}:${letter.userId}:${letter.state}:${runAt.getTime()}`;
  await enqueue(db, again({ runAt, dedupeKey }));
}

/** Call it in the transaction that changes a task of which these users were told. */
export async function noteTaskCorrected(
  tx: Tx,
  { subjectId, userIds }: { subjectId: string; userIds: readonly string[] },
  now: Date,
): Promise<void> {
  const anHourAgo = new Date(now.getTime() - REPEAT_MS);
  await noteTold(tx, { groupId: subjectId, userIds, state: TASK }, anHourAgo);
}

/**
 * Sends a letter about a task. If it corrects an earlier one and another correction was sent within the hour, the job waits
 * for the end of that hour; what it says then has to be looked up again.
 */
export async function tellTaskHourly(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, subjectId, jobId }: { userId: string; subjectId: string; jobId: string },
  send: () => Promise<void>,
): Promise<void> {
  const letter = { userId, groupId: subjectId, state: TASK, jobId } as const;
  if ((await listTold(db, letter)).has(TASK)) {
    const until = await claim(db, letter, { now: clock.now(), oppositeAt: NEVER });
    if (until) throw new JobPostponed(until);
  }
  await send();
}
