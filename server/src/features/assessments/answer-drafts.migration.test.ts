import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jsonb } from '../../platform/database/database.ts';
import { newId } from '../../platform/ids.ts';
import { buildUser } from '../../testing/factories.ts';
import { migratedBefore } from '../../testing/migrated-before.ts';
import { listDraft } from './draft-queries.ts';

test('answers that were kept as one value of a paper become one row a question', async () => {
  const { db, migrate, close } = await migratedBefore('0079-papers-and-drafts.sql');
  try {
    const { id: userId } = await buildUser(db);
    const [subjectId = '', chosen = '', rated = '', written = '', choice] = Array.from({ length: 5 }, newId);
    const answers = {
      [chosen]: { choice_ids: [choice] },
      [rated]: { choice_ids: [], rating: 4 },
      [written]: { choice_ids: [], text: 'So far' },
    };
    const at = new Date('2026-11-20T09:00:00Z');
    await sql`insert into answer_drafts (user_id, kind, subject_id, answers, updated_at)
      values (${userId}, 'survey', ${subjectId}, ${jsonb(answers)}, ${at})`.execute(db);
    await migrate();
    const empty = { choiceIds: [], rating: null, text: null, marked: false, updatedAt: at };
    const rows = await listDraft(db, { userId, kind: 'survey', subjectId });
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...empty, questionId: chosen, choiceIds: [choice] },
        { ...empty, questionId: rated, rating: 4 },
        { ...empty, questionId: written, text: 'So far' },
      ]),
    );
  } finally {
    await close();
  }
});
