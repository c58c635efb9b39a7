/** Quizzes, chapter tests, final test, survey, certificates. */
import { any, chance } from './chances.mjs';

const P = '/customer_portal/v1';
/** How often an answer is right: some readers reach the certificate, some do not. */
const KNOWS = 0.8;

const choose = (questions, knows = KNOWS) =>
  questions.map(({ id, choices, right }) => ({ question: id, choice: chance(knows) ? right : any(choices) }));

/** Sends a paper; one that was not acknowledged is repeated unchanged. */
async function submit(person, shelf, { act, key, path, paper, bodyOf, subject, kind, number = 0 }) {
  const given = shelf.pending.get(key) ?? choose(paper.questions);
  const answers = Object.fromEntries(given.map(({ question, choice }) => [question, choice]));
  const answer = await person.write(
    act,
    'POST',
    path,
    { body: bodyOf(given) },
    { w: 'attempt', kind, subject, ...(number ? { number } : {}), answers },
  );
  if (answer.unsure) shelf.pending.set(key, given);
  if (answer.ok) {
    shelf.pending.delete(key);
    shelf.done.add(key);
  }
  return answer;
}

export async function answerQuiz(person, book, shelf) {
  const paper = book.quizzes.find(({ id }) => !shelf.done.has(`quiz ${id}`));
  if (!paper) return person.call('quizzes list', 'GET', `${P}/book_quizzes?book_id=${book.id}`);
  const read = await person.call('quiz', 'GET', `${P}/quizzes/${paper.id}`);
  if (!read.ok) return;
  const bodyOf = (given) => ({
    book_quiz_id: paper.id,
    answers: given.map(({ question, choice }) => ({ question_id: question, answer_choice_id: choice })),
  });
  await submit(person, shelf, {
    ...{ act: 'quiz answered', key: `quiz ${paper.id}`, path: `${P}/questions/quiz_questions_answers` },
    ...{ paper, bodyOf, subject: paper.id, kind: 'quiz' },
  });
}

export async function answerTest(person, book, shelf) {
  const paper = book.tests.find(({ id }) => !shelf.done.has(`post ${id}`));
  if (!paper) return;
  const kind = shelf.done.has(`pre ${paper.id}`) ? 'post' : 'pre';
  const read = await person.call('test', 'GET', `${P}/tests/${paper.id}?book_id=${book.id}`);
  if (!read.ok) return;
  if (kind === 'post' && !read.body.post_open) {
    const { pre_page: from, post_page: page } = read.body;
    const shown = Array.from({ length: page - from + 1 }, (_, index) => from + index).slice(-200);
    await person.write(
      'progress',
      'PATCH',
      `${P}/books/update_current_progress?book_id=${book.id}&page=${page}&shown=${shown}`,
      {},
      { w: 'progress', book: book.id, page },
    );
    // The time since the pre-test limits how many pages count: who comes too early reads on.
    const again = await person.call('test', 'GET', `${P}/tests/${paper.id}?book_id=${book.id}`);
    if (!again.body?.post_open) return;
  }
  const bodyOf = (given) => ({
    test_id: paper.id,
    test_type: kind === 'pre' ? 0 : 1,
    answers: given.map(({ question, choice }) => ({ question_id: question, test_answer_choice_id: choice })),
  });
  await submit(person, shelf, {
    ...{ act: `${kind}-test answered`, key: `${kind} ${paper.id}`, path: `${P}/test_answers/bulk_create` },
    ...{ paper, bodyOf, subject: paper.id, kind },
  });
}

export async function answerFinal(person, book, shelf) {
  const paper = book.final;
  if (!paper || shelf.finals >= 2) return;
  const read = await person.call('final test', 'GET', `${P}/final_tests?book_id=${book.id}&paper=true`);
  if (!read.ok) return;
  const pending = shelf.pending.get('final');
  // Repeated under the same number.
  const number = pending ? shelf.finalNumber : read.body.next_attempt;
  shelf.finalNumber = number;
  const bodyOf = (given) => ({
    attempt: number,
    answers: given.map(({ question, choice }) => ({ question_id: question, answer_id: choice })),
  });
  const answer = await submit(person, shelf, {
    ...{
      act: 'final test answered',
      key: 'final',
      path: `${P}/final_tests/submit_final_test?book_id=${book.id}`,
    },
    ...{ paper, bodyOf, subject: paper.id, kind: 'final', number },
  });
  if (answer.ok) shelf.finals += 1;
}

export async function answerSurvey(person, book, shelf) {
  const { survey } = book;
  if (!survey || shelf.done.has('survey')) return;
  const read = await person.call('survey', 'GET', `${P}/surveys/${survey.id}`);
  if (!read.ok) return;
  const answers = shelf.pending.get('survey') ?? survey.questions.map((question) => surveyAnswer(question));
  const answer = await person.write(
    'survey answered',
    'POST',
    `${P}/survey_answers`,
    { body: { survey_id: survey.id, answers } },
    { w: 'survey', survey: survey.id, answers },
  );
  if (answer.unsure) shelf.pending.set('survey', answers);
  if (answer.ok) shelf.done.add('survey');
}

function surveyAnswer({ id, type, choices }) {
  if (type === 'Rating') return { survey_question_id: id, rating: 1 + (Date.now() % choices.length) };
  if (type === 'OpenEnded') return { survey_question_id: id, open_ended_answer: 'Clear. شكرا' };
  return { survey_question_id: id, survey_question_answer_choice_ids: [any(choices)] };
}

export async function lookAtCertificates(person, book, shelf) {
  await person.call('certificates', 'GET', `${P}/certificates`);
  // 404, 409 or 422: not earned yet, which a reader may well request.
  if (shelf.finals > 0)
    await person.call(
      'certificate',
      'GET',
      `${P}/certificates/single_certificate?book_id=${book.id}&kind=hours`,
      { expect: [200, 403, 404, 409, 422] },
    );
}
