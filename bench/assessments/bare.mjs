/** The contestant: `node:http` and the driver alone. Parses the answers and inserts the same rows in one transaction. */
import { createServer } from 'node:http';

export async function startBare(pool, { newId, bookId, testId, choiceIsRight }) {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { userId, answers } = JSON.parse(Buffer.concat(parts).toString());
    const client = await pool.connect();
    try {
      const id = newId();
      const right = answers.map((answer) => choiceIsRight.has(answer.test_answer_choice_id));
      await client.query('begin');
      await client.query({
        name: 'attempt',
        text: `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
               values ($1, $2, $3, 'pre', $4, 1, $5, $6, now())`,
        values: [id, userId, bookId, testId, right.filter(Boolean).length, answers.length],
      });
      await client.query({
        name: 'answers',
        text: `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
               select $1, * from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::int[])`,
        values: [
          id,
          answers.map(({ question_id }) => question_id),
          answers.map(({ test_answer_choice_id }) => test_answer_choice_id),
          right,
          right.map(Number),
        ],
      });
      await client.query('commit');
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"stored":true}');
    } catch (error) {
      await client.query('rollback').catch(() => {});
      response.writeHead(500).end(String(error));
    } finally {
      client.release();
    }
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${server.address().port}`, close: () => server.close() };
}
