import { sql } from 'kysely';
import { type Db, many, type Tx } from '../../platform/database/database.ts';
import { DAY_MS } from '../../platform/durations.ts';
import { enqueue, enqueueForMany, listWaitingPayloads } from '../../platform/jobs.ts';
import type { ProgramsTable } from '../../schema/tables.ts';
import { programJobs, programLetters } from './jobs.ts';

/** Also in the texts of the question, and in the description of `updatePerson`. */
const KEPT_MS = 30 * DAY_MS;

const PLACE = sql`program_id, user_id, joined_at, results_from, import_id, reminded_at`;

/**
 * For a user who is no longer a reader: ends the places as a student and mails the directors. The places are kept for
 * `restorePlaces`. Comments and achievements stay.
 */
export async function endPlaces(tx: Tx, userId: string, now: Date): Promise<void> {
  const ended = await many(
    tx,
    sql<{ programId: string; directorIds: string[] }>`
      with ended as (delete from program_students where user_id = ${userId} returning ${PLACE}),
        kept as (
          insert into program_ended_places (${PLACE}, ended_at)
          select ${PLACE}, ${now}::timestamptz from ended
          on conflict (program_id, user_id) do update
            set joined_at = excluded.joined_at, results_from = excluded.results_from, import_id = excluded.import_id,
              reminded_at = excluded.reminded_at, ended_at = excluded.ended_at)
      select program_id as "programId",
        array(select d.user_id from program_directors d where d.program_id = ended.program_id) as "directorIds"
      from ended order by 1`,
  );
  await sql`delete from program_removed_students where user_id = ${userId}`.execute(tx);
  await enqueueForMany(
    tx,
    ended.flatMap(({ programId, directorIds }) =>
      directorIds
        .filter((id) => id !== userId)
        .map((id) => programLetters.tellLeft({ program_id: programId, director_id: id, user_id: userId })),
    ),
  );
}

/** Of the kept place `k`: an import that was undone gives none. */
const isRestorable = (now: Date) => sql`k.ended_at > ${new Date(now.getTime() - KEPT_MS)}::timestamptz
  and not exists (select 1 from people_imports i where i.id = k.import_id and i.undone_at is not null)`;

/**
 * For a user who is a reader again: restores the places that an earlier change of role ended, mails the directors, and returns
 * the programs.
 */
export async function restorePlaces(tx: Tx, userId: string, now: Date): Promise<string[]> {
  const restored = await many(
    tx,
    sql<{ programId: string; directorIds: string[] }>`
      with k as (delete from program_ended_places where user_id = ${userId} returning ${PLACE}, ended_at),
        restored as (
          insert into program_students (${PLACE})
          select ${PLACE} from k where ${isRestorable(now)}
          on conflict do nothing returning program_id)
      select program_id as "programId",
        array(select d.user_id from program_directors d where d.program_id = restored.program_id) as "directorIds"
      from restored order by 1`,
  );
  await enqueue(tx, programJobs.remindJoined({ user_ids: [userId] }));
  // A director whom no letter has told that the student left needs none about the return.
  const waiting = await listWaitingPayloads(tx, programLetters.tellLeft, { user_id: userId });
  const isUntold = (programId: string, directorId: string) =>
    waiting.some((letter) => letter.program_id === programId && letter.director_id === directorId);
  await enqueueForMany(
    tx,
    restored.flatMap(({ programId, directorIds }) =>
      directorIds
        .filter((id) => id !== userId && !isUntold(programId, id))
        .map((id) => programLetters.tellBack({ program_id: programId, director_id: id, user_id: userId })),
    ),
  );
  return restored.map(({ programId }) => programId);
}

/** The programs in which the user would have a place again. */
export const listRestorablePlaces = (
  db: Db,
  userId: string,
  now: Date,
): Promise<Pick<ProgramsTable, 'id' | 'name'>[]> =>
  many(
    db,
    sql`select p.id, p.name from program_ended_places k join programs p on p.id = k.program_id
      where k.user_id = ${userId} and ${isRestorable(now)} order by p.name, p.id`,
  );
