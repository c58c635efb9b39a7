/** Every stored result equals the regrading of its answers; every certificate has its grounds, and all grounds theirs. */

const CERTIFICATE_PERCENT = 70;

export async function checkGrades(audit) {
  const wrong =
    await audit.all(`select a.id, a.kind, n.question_id, n.correct, c.correct as truth, n.points, q.points as worth,
      c.question_id as choice_of
    from attempt_answers n join attempts a on a.id = n.attempt_id
    join questions q on q.id = n.question_id join choices c on c.id = n.choice_id
    where c.question_id <> q.id or n.correct <> c.correct or n.points <> case when c.correct then q.points else 0 end
      or coalesce(q.quiz_id, q.test_id, q.final_test_id) <> a.subject_id`);
  for (const row of wrong) audit.differ('graded answer', JSON.stringify(row));
  const sums = await audit.all(`select a.id, a.kind, a.score, a.total, g.score as regraded, g.total as worth
    from attempts a left join (select n.attempt_id, sum(case when c.correct then q.points else 0 end)::int as score,
        sum(q.points)::int as total
      from attempt_answers n join questions q on q.id = n.question_id join choices c on c.id = n.choice_id
      group by n.attempt_id) g on g.attempt_id = a.id
    where a.score is distinct from g.score or a.total is distinct from g.total`);
  for (const row of sums) audit.differ('result', JSON.stringify(row));
  const short = await audit.all(`select a.id, a.kind, count(*)::int as answers, p.questions
    from attempts a join attempt_answers n on n.attempt_id = a.id
    join (select coalesce(quiz_id, test_id, final_test_id) as subject_id, count(*)::int as questions from questions
      where retired_at is null group by 1) p on p.subject_id = a.subject_id
    where a.kind <> 'quiz' group by a.id, p.questions having count(*) <> p.questions`);
  for (const row of short) audit.differ('half a submission', JSON.stringify(row));
  const [{ attempts, answers }] = await audit.all(`select (select count(*)::int from attempts) as attempts,
    (select count(*)::int from attempt_answers) as answers`);
  audit.count('attempts regraded', attempts);
  audit.count('answers regraded', answers);
}

/** Survey solved where there is one, best final score at the mark; by the book as it is now. */
const GROUNDS = `
  select u.id as user_id, b.id as book_id,
    (b.certificate is not null) as offered,
    (s.id is null or exists (select 1 from survey_responses r where r.survey_id = s.id and r.user_id = u.id)) as surveyed,
    exists (select 1 from attempts a where a.user_id = u.id and a.book_id = b.id and a.kind = 'final' and a.total > 0
      and (select sum(case when c.correct then q.points else 0 end) * 100 >= ${CERTIFICATE_PERCENT} * sum(q.points)
        from attempt_answers n join questions q on q.id = n.question_id join choices c on c.id = n.choice_id
        where n.attempt_id = a.id)) as passed
  from users u cross join books b
  left join surveys s on s.book_id = b.id and s.retired_at is null
    and exists (select 1 from survey_questions q where q.survey_id = s.id and q.retired_at is null)`;

export async function checkCertificates(audit) {
  const groundless = await audit.all(`select c.unique_id, c.kind, g.offered, g.surveyed, g.passed
    from certificates c join (${GROUNDS}) g on g.user_id = c.user_id and g.book_id = c.book_id
    where not (g.offered and g.surveyed and g.passed)`);
  for (const row of groundless) audit.differ('certificate without grounds', JSON.stringify(row));
  const missing = await audit.all(`select g.user_id, g.book_id from (${GROUNDS}) g
    where g.user_id in (select user_id from attempts where kind = 'final') and g.offered and g.surveyed and g.passed
      and not exists (select 1 from certificates c where c.user_id = g.user_id and c.book_id = g.book_id
        and c.kind = 'hours' and c.replaced_at is null)`);
  for (const row of missing) audit.differ('earned and not issued', JSON.stringify(row));
  const [{ count }] = await audit.all('select count(*)::int as count from certificates');
  audit.count('certificates with their grounds looked at', count);
}
