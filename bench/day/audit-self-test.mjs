/**
 * Proves that the auditor can fail: falsifies one row after the other in a transaction that is rolled back, and
 * checks that the difference is reported. A kind of row that the day lacks makes its falsification fail with that
 * reason.
 */
import { openAudit, recount } from './audit-day.mjs';

/**
 * What is done to the database, and by what name the difference must come.
 * @type {[kind: string, statement: string, example?: string, valuesOf?: (entry: any) => unknown[]][]}
 */
const FALSIFICATIONS = [
  [
    'place in a book',
    `update book_progress g set page = page + 100000 where (user_id, book_id) = (select $1::uuid, $2::uuid)`,
    'progress',
    ({ u, book }) => [u, book],
  ],
  [
    'place in a book',
    'delete from book_progress where user_id = $1 and book_id = $2',
    'progress',
    ({ u, book }) => [u, book],
  ],
  ['note', `update annotations set text = text || ' ' where id = $1`, 'note kept', ({ id }) => [id]],
  ['note', 'delete from annotations where id = $1', 'note kept', ({ id }) => [id]],
  [
    'played',
    `update material_progress set played = '[]' where user_id = $1 and material_id = $2`,
    'played',
    ({ u, material }) => [u, material],
  ],
  [
    'played too fast',
    `update material_progress p set played = jsonb_build_array(jsonb_build_array(0, 100000)) where user_id = $1 and material_id = $2`,
    'played',
    ({ u, material }) => [u, material],
  ],
  [
    'looked at',
    'update material_progress set watched_at = null where user_id = $1 and material_id = $2',
    'watched',
    ({ u, material }) => [u, material],
  ],
  [
    'answers',
    'delete from attempts where user_id = $1 and kind = $2 and subject_id = $3',
    'attempt',
    ({ u, kind, subject }) => [u, kind, subject],
  ],
  [
    'answers',
    `update attempt_answers n set choice_id = c.id from choices c where c.question_id = n.question_id and c.id <> n.choice_id
     and n.attempt_id = (select id from attempts where user_id = $1 and kind = $2 and subject_id = $3 limit 1)`,
    'attempt',
    ({ u, kind, subject }) => [u, kind, subject],
  ],
  [
    'graded answer',
    `update attempt_answers set correct = not correct
     where (attempt_id, question_id) = (select attempt_id, question_id from attempt_answers limit 1)`,
  ],
  ['result', 'update attempts set score = score + 1 where id = (select id from attempts limit 1)'],
  [
    'half a submission',
    `delete from attempt_answers where (attempt_id, question_id) =
     (select n.attempt_id, n.question_id from attempt_answers n join attempts a on a.id = n.attempt_id where a.kind = 'final' limit 1)`,
  ],
  [
    'survey',
    'delete from survey_responses where user_id = $1 and survey_id = $2',
    'survey',
    ({ u, survey }) => [u, survey],
  ],
  ['session', `delete from sessions where token_hash = decode($1, 'hex')`, 'session', ({ hash }) => [hash]],
  [
    'certificate without grounds',
    `delete from survey_responses r using certificates c, surveys s
     where c.book_id = s.book_id and r.survey_id = s.id and r.user_id = c.user_id`,
  ],
  ['earned and not issued', 'delete from certificates where id = (select id from certificates limit 1)'],
  [
    'taken and not in our books',
    `delete from payments where id = (select id from payments where state = 'approved' limit 1)`,
  ],
  ['payment without one invoice', 'delete from invoices where id = (select id from invoices limit 1)'],
  [
    'payment without access',
    `update subscriptions set ends_at = now() where id = (select subscription_id from payments where state = 'approved' limit 1)`,
  ],
  [
    'payment without its order',
    `update orders set state = 'open' where id = (select order_id from payments where state = 'approved' limit 1)`,
  ],
  [
    'order without one payment',
    `update orders set state = 'open' where id = (select order_id from payments where state = 'approved' limit 1)`,
  ],
  [
    'payment that no provider took',
    `update payments set amount_cents = amount_cents + 1 where id = (select id from payments where state = 'approved' limit 1)`,
  ],
  [
    'paid twice',
    `insert into payments (id, attempt_key, order_id, subscription_id, user_id, gateway, kind, state, amount_cents, created_at)
     select gen_random_uuid(), 'falsified', order_id, subscription_id, user_id, gateway, kind, state, amount_cents, created_at
     from payments where state = 'approved' limit 1`,
  ],
  [
    'payment without an end',
    `update payments set state = 'unknown' where id = (select id from payments limit 1)`,
  ],
  [
    'access without a payment',
    `delete from orders where id = (select order_id from payments where state = 'approved' limit 1)`,
  ],
  ['purchase', 'delete from subscriptions where id = $1', 'purchase', ({ subscription }) => [subscription]],
];

export async function selfTest(where) {
  const { db, ...known } = await openAudit(where);
  const examples = examplesOf(known.ledger);
  let failed = 0;
  for (const [kind, statement, example, valuesOf] of FALSIFICATIONS) {
    await db.query('begin');
    // Without the database's constraints, which would refuse most of this.
    await db.query('set local session_replication_role = replica');
    let told = 'the day has no such row';
    let named = 0;
    const entry = example ? examples[example] : {};
    if (entry && ((await db.query(statement, valuesOf?.(entry) ?? [])).rowCount ?? 0) > 0) {
      const { differences } = await recount(db, known);
      named = differences.filter((difference) => difference.kind === kind).length;
      told = differences.find((difference) => difference.kind === kind)?.detail ?? 'NOT SEEN';
    }
    await db.query('rollback');
    if (named === 0) failed += 1;
    console.log(`${named > 0 ? 'seen  ' : 'FAILED'} ${kind}: ${told.slice(0, 120)}`);
  }
  const clean = (await recount(db, known)).differences.length;
  console.log(
    `${FALSIFICATIONS.length - failed} of ${FALSIFICATIONS.length} falsifications seen; ${clean} differences afterwards`,
  );
  await db.end();
  return failed + clean;
}

/** An acknowledged entry of each kind; for notes, one that was not deleted later. */
function examplesOf(ledger) {
  const last = (is) => ledger.findLast((entry) => entry.ok && is(entry));
  const gone = new Set(ledger.filter(({ w }) => w === 'note gone').map(({ id }) => id));
  return {
    progress: last(({ w }) => w === 'progress'),
    'note kept': last(({ w, id }) => w === 'note' && !gone.has(id)),
    played: last(({ w }) => w === 'played'),
    watched: last(({ w }) => w === 'watched'),
    attempt: last(({ w }) => w === 'attempt'),
    survey: last(({ w }) => w === 'survey'),
    session: last(({ w }) => w === 'session'),
    purchase: last(({ subscription }) => subscription),
  };
}
