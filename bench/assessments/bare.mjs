/**
 * The contestant: `node:http` and the driver only. Parses the answers and inserts the same rows in one transaction;
 * with `cards` also the review cards that wrong answers in a final test make.
 */
import { createServer } from 'node:http';
import { listen } from '../listen.mjs';

export async function startBare(pool, { newId, bookId, testId, finalId, choiceIsRight }) {
  const server = createServer(async (request, response) => {
    const parts = [];
    for await (const part of request) parts.push(part);
    const { userId, answers, cards = false } = JSON.parse(Buffer.concat(parts).toString());
    const client = await pool.connect();
    try {
      const id = newId();
      const right = answers.map((answer) =>
        choiceIsRight.has(answer.test_answer_choice_id ?? answer.answer_id),
      );
      await client.query('begin');
      await client.query({
        name: 'attempt',
        text: `insert into attempts (id, user_id, book_id, kind, subject_id, number, score, total, submitted_at)
               values ($1, $2, $3, $7, $4, 1, $5, $6, now())`,
        values: [
          id,
          userId,
          bookId,
          cards ? finalId : testId,
          right.filter(Boolean).length,
          answers.length,
          cards ? 'final' : 'pre',
        ],
      });
      await client.query({
        name: 'answers',
        text: `insert into attempt_answers (attempt_id, question_id, choice_id, correct, points)
               select $1, * from unnest($2::uuid[], $3::uuid[], $4::boolean[], $5::int[])`,
        values: [
          id,
          answers.map(({ question_id }) => question_id),
          answers.map((answer) => answer.test_answer_choice_id ?? answer.answer_id),
          right,
          right.map(Number),
        ],
      });
      if (cards)
        await client.query({
          name: 'cards',
          text: `insert into review_cards (user_id, question_id, book_id, due_at)
                 select $1, q, $2, now() + interval '1 day' from unnest($3::uuid[]) q`,
          values: [
            userId,
            bookId,
            answers.filter((_answer, index) => !right[index]).map(({ question_id }) => question_id),
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
  return { url: `http://127.0.0.1:${await listen(server)}`, close: () => server.close() };
}
