import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testDatabase } from '../testing/database.ts';
import { many } from './database/database.ts';
import { newId } from './ids.ts';

it('errors stored by earlier releases lose the addresses in them and keep the rest', async () => {
  const { db, close } = await testDatabase();
  const errors: Record<string, string | null> = {
    "Can't send mail - all recipients were rejected: 550 5.1.1 <m38.x@campus.example>: User unknown":
      "Can't send mail - all recipients were rejected: 550 5.1.1 <[address]>: User unknown",
    'to "ada lovelace"@x.example, o\'brien@x.example and a@[192.0.2.1]':
      'to [address], [address] and [address]',
    'link /forget-password?email=ada%40x.example': 'link /[address]',
    'connect ECONNREFUSED 10.0.0.1:25': 'connect ECONNREFUSED 10.0.0.1:25',
  };
  for (const error of Object.keys(errors))
    await sql`insert into jobs (id, kind, payload, run_at, max_attempts, last_error)
      values (${newId()}, 'a', '{}', now(), 1, ${error})`.execute(db);
  const migration = join(import.meta.dirname, '../../migrations/0065-uploads-and-addresses.sql');
  const [update = ''] = /^update jobs[\s\S]*?;$/m.exec(readFileSync(migration, 'utf8')) ?? [];
  await sql.raw(update).execute(db);
  const rows = await many(db, sql<{ text: string }>`select last_error as text from jobs order by id`);
  expect(rows.map(({ text }) => text)).toEqual(Object.values(errors));
  await close();
});
