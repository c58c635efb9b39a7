/** Every acknowledged write is stored with its value, or with that of a later write of the same user. */
import { mergeRanges, playedSeconds } from '@vesalius/contract/lectures-played';
import { groupBy } from './group.mjs';

/** The rules that the product promises; implemented again on purpose. */
const FASTEST = 2;
const SLACK_SECONDS = 5;

export async function checkWrites(audit, ledger) {
  const of = (what) => ledger.filter(({ w }) => w === what);
  await checkProgress(audit, of('progress'));
  await checkNotes(
    audit,
    ledger.filter(({ w }) => w === 'note' || w === 'note gone'),
  );
  await checkPlayed(audit, of('played'), of('watched'));
  await checkAttempts(audit, of('attempt'));
  await checkSurveys(audit, of('survey'));
  await checkSessions(audit, of('session'));
}

/** The allowed values: the last acknowledged one, or any that was sent after it without an answer. */
function allowedBy(entries, meaning) {
  const acknowledged = entries.findLastIndex(({ ok }) => ok);
  if (acknowledged < 0) return null;
  return entries.slice(acknowledged).map(meaning);
}
const byKey = (entries, keyOf) => groupBy(entries, keyOf);

async function checkProgress(audit, entries) {
  const rows = await audit.all('select user_id, book_id, page from book_progress');
  const kept = new Map(rows.map((row) => [`${row.user_id} ${row.book_id}`, row.page]));
  for (const [key, sent] of byKey(entries, ({ u, book }) => `${u} ${book}`)) {
    const allowed = allowedBy(sent, ({ page }) => page);
    if (allowed && !allowed.includes(kept.get(key)))
      audit.differ(
        'place in a book',
        `${key}: acknowledged ${allowed.join(' or ')}, stored ${kept.get(key) ?? 'nothing'}`,
      );
  }
  audit.count('places in books acknowledged', entries.filter(({ ok }) => ok).length);
}

async function checkNotes(audit, entries) {
  const rows = await audit.all('select id, user_id, text from annotations');
  const kept = new Map(rows.map((row) => [row.id, row]));
  for (const [id, sent] of byKey(entries, (entry) => entry.id)) {
    const allowed = allowedBy(sent, ({ w, text }) => (w === 'note' ? text : null));
    const row = kept.get(id);
    if (allowed && !allowed.includes(row?.text ?? null))
      audit.differ('note', `${id}: acknowledged ${allowed.join(' or ')}, stored ${row?.text ?? 'nothing'}`);
    if (row && row.user_id !== sent[0].u) audit.differ('note', `${id} belongs to somebody else`);
  }
  audit.count('notes written, changed, deleted acknowledged', entries.filter(({ ok }) => ok).length);
}

async function checkPlayed(audit, reports, looked) {
  const rows = await audit.all(`select p.user_id, p.material_id, p.played, p.watched_at, m.duration_seconds,
      extract(epoch from p.updated_at) * 1000 as updated_ms
    from material_progress p join materials m on m.id = p.material_id`);
  const kept = new Map(rows.map((row) => [`${row.user_id} ${row.material_id}`, row]));
  const sentBy = byKey(reports, ({ u, material }) => `${u} ${material}`);
  for (const [key, sent] of sentBy) {
    const row = kept.get(key);
    const stored = playedSeconds(row?.played ?? []);
    const acknowledged = sent.filter(({ ok }) => ok).map(({ from, to }) => [from, to]);
    const both = mergeRanges([...(row?.played ?? []), ...acknowledged]);
    // The acknowledged ranges add nothing to the stored ones, apart from rounding to hundredths.
    if (playedSeconds(both) - stored > 0.05)
      audit.differ(
        'played',
        `${key}: acknowledged ${JSON.stringify(acknowledged)}, stored ${JSON.stringify(row?.played)}`,
      );
    if (!row) continue;
    const seconds = (Number(row.updated_ms) - (sent[0].at - 20_000)) / 1000;
    const may = Math.max(0, seconds) * FASTEST + SLACK_SECONDS * sent.length;
    if (stored > may)
      audit.differ('played too fast', `${key}: ${stored} s where ${may.toFixed(0)} were possible`);
  }
  for (const [key, row] of kept) {
    const stored = playedSeconds(row.played);
    if (row.duration_seconds && stored > Number(row.duration_seconds) + 1)
      audit.differ('played', `${key}: ${stored} s of a video of ${row.duration_seconds}`);
    if (stored > 0 && !sentBy.has(key)) audit.differ('played', `${key}: stored, and nobody said so`);
  }
  for (const { u, material, ok } of looked)
    if (ok && !kept.get(`${u} ${material}`)?.watched_at) audit.differ('looked at', `${u} ${material}`);
  audit.count('played parts acknowledged', reports.filter(({ ok }) => ok).length);
  audit.count('materials looked at acknowledged', looked.filter(({ ok }) => ok).length);
}

async function checkAttempts(audit, entries) {
  const rows = await audit.all(`select a.user_id, a.kind, a.subject_id, a.number,
      coalesce(jsonb_object_agg(n.question_id, n.choice_id) filter (where n.question_id is not null), '{}') as answers
    from attempts a left join attempt_answers n on n.attempt_id = a.id group by a.id`);
  const keyOf = (user, kind, subject, number) => [user, kind, subject, number].join(' ');
  const kept = new Map(
    rows.map((row) => [keyOf(row.user_id, row.kind, row.subject_id, row.number), row.answers]),
  );
  for (const { u, kind, subject, number = 1, answers, ok } of entries) {
    if (!ok) continue;
    const key = keyOf(u, kind, subject, number);
    const stored = kept.get(key);
    const missing = Object.entries(answers).filter(([question, choice]) => stored?.[question] !== choice);
    if (!stored || missing.length > 0)
      audit.differ('answers', `${key}: ${stored ? `${missing.length} answers differ` : 'no attempt'}`);
  }
  audit.count('submissions acknowledged', entries.filter(({ ok }) => ok).length);
}

async function checkSurveys(audit, entries) {
  const rows = await audit.all(`select r.user_id, r.survey_id, jsonb_object_agg(a.survey_question_id,
      jsonb_build_object('choices', a.choice_ids, 'rating', a.rating, 'text', a.open_ended_answer)) as answers
    from survey_responses r join survey_answers a on a.response_id = r.id group by r.id`);
  const kept = new Map(rows.map((row) => [`${row.user_id} ${row.survey_id}`, row.answers]));
  for (const { u, survey, answers, ok } of entries) {
    if (!ok) continue;
    const stored = kept.get(`${u} ${survey}`);
    const same = answers.every((given) => {
      const answer = stored?.[given.survey_question_id];
      return (
        answer &&
        (answer.rating ?? undefined) === given.rating &&
        (answer.text ?? undefined) === given.open_ended_answer &&
        JSON.stringify(answer.choices) === JSON.stringify(given.survey_question_answer_choice_ids ?? [])
      );
    });
    if (!same) audit.differ('survey', `${u} ${survey}: ${stored ? 'other answers' : 'no response'}`);
  }
  audit.count('surveys acknowledged', entries.filter(({ ok }) => ok).length);
}

async function checkSessions(audit, entries) {
  const rows = await audit.all(`select user_id, encode(token_hash, 'hex') as hash from sessions`);
  const kept = new Map(rows.map(({ hash, user_id }) => [hash, user_id]));
  for (const { u, hash } of entries)
    if (kept.get(hash) !== u) audit.differ('session', `${u}: the session of a sign-in is not there`);
  audit.count('sign-ins acknowledged', entries.length);
}
