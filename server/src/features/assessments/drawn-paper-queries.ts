import { type RawBuilder, sql } from 'kysely';
import { affected, type Db, maybeOne } from '../../platform/database/database.ts';
import type { AttemptOf } from './attempt-queries.ts';
import { type DrawnPaper, drawPaper } from './draw-paper.ts';

interface PaperOf extends AttemptOf {
  /** The number of the attempt. */
  readonly number: number;
}

/** The paper `p` as one value; null if none was drawn. */
export const drawnPaper = (p: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`case when ${p}.seed is not null then json_build_object('seed', ${p}.seed, 'questionIds', ${p}.question_ids) end`;

export function findPaper(db: Db, { userId, kind, subjectId, number }: PaperOf): Promise<DrawnPaper | null> {
  return maybeOne(
    db,
    sql<DrawnPaper>`select seed, question_ids as "questionIds" from attempt_papers
      where user_id = ${userId} and kind = ${kind} and subject_id = ${subjectId} and number = ${number}`,
  );
}

/** The paper of an attempt that is not submitted yet. The first request draws it, all later ones get the same. */
export async function openPaper(
  db: Db,
  of: PaperOf,
  { questionIds, size = null, now }: { questionIds: readonly string[]; size?: number | null; now: Date },
): Promise<DrawnPaper | null> {
  const open = await findPaper(db, of);
  if (open) return open;
  const drawn = drawPaper(questionIds, size);
  const stored = await affected(
    db,
    sql`insert into attempt_papers (user_id, kind, subject_id, number, seed, question_ids, drawn_at)
      values (${of.userId}, ${of.kind}, ${of.subjectId}, ${of.number}, ${drawn.seed},
        ${drawn.questionIds && [...drawn.questionIds]}::uuid[], ${now})
      on conflict do nothing`,
  );
  return stored === 1 ? drawn : findPaper(db, of);
}
