import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jsonb } from '../../platform/database/database.ts';
import { migrateToLatest } from '../../platform/database/migrate.ts';
import { newId } from '../../platform/ids.ts';
import { recordingLog, testDatabase } from '../../testing/database.ts';
import { buildUser } from '../../testing/factories.ts';
import { listDraft } from './draft-queries.ts';

const MIGRATIONS = resolve(import.meta.dirname, '../../../migrations');

test('answers that were kept as one value of a paper become one row a question', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-migrations-'));
  const database = await testDatabase({ migrated: false });
  const { db } = database;
  const log = recordingLog();
  try {
    cpSync(MIGRATIONS, folder, {
      recursive: true,
      filter: (path) => !path.endsWith('0080-answer-drafts.sql'),
    });
    await migrateToLatest(db, { log, folder });
    const { id: userId } = await buildUser(db);
    const [subjectId, chosen, rated, written, choice] = Array.from({ length: 5 }, newId);
    const answers = {
      [chosen as string]: { choice_ids: [choice] },
      [rated as string]: { choice_ids: [], rating: 4 },
      [written as string]: { choice_ids: [], text: 'So far' },
    };
    const at = new Date('2026-11-20T09:00:00Z');
    await sql`insert into answer_drafts (user_id, kind, subject_id, answers, updated_at)
      values (${userId}, 'survey', ${subjectId}, ${jsonb(answers)}, ${at})`.execute(db);
    await migrateToLatest(db, { log });
    const empty = { choiceIds: [], rating: null, text: null, marked: false, updatedAt: at };
    const rows = await listDraft(db, { userId, kind: 'survey', subjectId: subjectId as string });
    expect(rows).toHaveLength(3);
    expect(rows).toEqual(
      expect.arrayContaining([
        { ...empty, questionId: chosen, choiceIds: [choice] },
        { ...empty, questionId: rated, rating: 4 },
        { ...empty, questionId: written, text: 'So far' },
      ]),
    );
  } finally {
    await database.close();
    rmSync(folder, { recursive: true });
  }
});
