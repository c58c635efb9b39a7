import type { Tx } from '../../../platform/database/database.ts';
import { newId } from '../../../platform/ids.ts';
import type { Manifest } from '../manifest.ts';
import { matchChoices } from '../match-choices.ts';
import type { PlacedQuestions, QuestionRow } from '../place-questions.ts';
import {
  type ChoiceFields,
  listChoices,
  listQuestions,
  type QuestionFields,
  type StoredChoice,
  upsertChoices,
  upsertFinalTest,
  upsertQuestions,
  upsertQuizzes,
  upsertSections,
  upsertTests,
} from './assessment-queries.ts';

interface Owner {
  readonly id: string;
  readonly kind: 'quizId' | 'testId' | 'finalTestId';
  readonly sections?: ReadonlyMap<string, string>;
  readonly questions: readonly QuestionRow[];
}

export async function storeAssessments(
  tx: Tx,
  bookId: string,
  manifest: Manifest,
  placed: PlacedQuestions,
  now: Date,
): Promise<void> {
  const owners: Owner[] = [];
  const quizzes = manifest.quizzes.map(({ key, page, title, keep_order }) => ({
    ...{ key, page, title, keepQuestionOrder: keep_order },
  }));
  const quizIds = await upsertQuizzes(tx, bookId, quizzes, now);
  for (const [index, { key }] of manifest.quizzes.entries()) {
    owners.push({ id: quizIds.get(key)!, kind: 'quizId', questions: placed.quizzes[index] ?? [] });
  }
  const tests = manifest.tests.map(({ key, title, note = '', ...test }) => ({
    ...{ key, title, note, isMandatory: test.is_mandatory, keepQuestionOrder: test.keep_order },
    ...{ prePage: test.pre_page, postPage: test.post_page },
  }));
  const testIds = await upsertTests(tx, bookId, tests, now);
  for (const [index, { key, sections }] of manifest.tests.entries()) {
    const id = testIds.get(key)!;
    owners.push({
      id,
      kind: 'testId',
      sections: await upsertSections(tx, id, sections, now),
      questions: placed.tests[index] ?? [],
    });
  }
  const finalTest = manifest.final_test
    ? {
        note: manifest.final_test.note ?? '',
        review: manifest.final_test.review ?? null,
        retakePauseMinutes: manifest.final_test.retake_pause,
        keepQuestionOrder: manifest.final_test.keep_order,
        questionsPerAttempt: manifest.final_test.questions_per_attempt ?? null,
      }
    : null;
  const finalId = await upsertFinalTest(tx, bookId, finalTest, now);
  if (finalId) owners.push({ id: finalId, kind: 'finalTestId', questions: placed.finalTest });
  await storeQuestions(tx, bookId, owners, now);
}

async function storeQuestions(tx: Tx, bookId: string, owners: readonly Owner[], now: Date): Promise<void> {
  const known = new Map(
    (await listQuestions(tx, bookId)).map(({ owner, key, id }) => [`${owner} ${key}`, id]),
  );
  const knownChoices = new Map<string, StoredChoice[]>();
  for (const choice of await listChoices(tx, bookId)) {
    const list = knownChoices.get(choice.questionId) ?? [];
    knownChoices.set(choice.questionId, [...list, choice]);
  }
  const questions: QuestionFields[] = [];
  const choices: ChoiceFields[] = [];
  for (const owner of owners) {
    for (const [index, row] of owner.questions.entries()) {
      const { key, question, imageKey, justification, justificationImageKey, page, section } = row;
      const { keepChoiceOrder } = row;
      const id = known.get(`${owner.id} ${key}`) ?? newId();
      const fields = { key, question, imageKey, justification, justificationImageKey, page, keepChoiceOrder };
      questions.push({
        ...{ id, ...fields, position: index + 1, quizId: null, testId: null, finalTestId: null },
        sectionId: (section && owner.sections?.get(section)) || null,
        [owner.kind]: owner.id,
      });
      const matched = matchChoices(row.choices, knownChoices.get(id) ?? [], { keepOrder: keepChoiceOrder });
      for (const choice of matched) {
        choices.push({ ...choice, questionId: id });
      }
    }
  }
  await upsertQuestions(tx, bookId, questions, now);
  const questionIds = questions.map(({ id }) => id);
  await upsertChoices(tx, questionIds, choices, now);
}
