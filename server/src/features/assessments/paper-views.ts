import type { FinalTestQuestion, QuizQuestion, TestQuestion } from '@vesalius/contract/assessments-questions';
import type { AnswerRow } from './attempt-queries.ts';
import type { ChoiceRow, QuestionRow } from './paper-queries.ts';

/** Makes the URL of a stored image; the key of a file reveals nothing about the answer. */
export type ImageUrl = (key: string | null) => string | null;

/**
 * The only place where a stored question becomes part of an answer. `revealed` decides which of the contract's two schemas is
 * used; the one without the key would drop it.
 */
const textsOf = (row: QuestionRow, imageUrl: ImageUrl) => ({
  question: row.question,
  image_url: imageUrl(row.imageKey),
  points: row.points,
});
const revelationOf = (row: QuestionRow, imageUrl: ImageUrl) => ({
  justification: row.justification,
  justification_image_url: imageUrl(row.justificationImageKey),
  page_number: row.pageNumber,
});
/** The current choices, and those that this user once chose. */
const choicesOf = (row: QuestionRow, chosen: readonly (AnswerRow | null | undefined)[]): ChoiceRow[] =>
  row.choices.filter(({ id, retired }) => !retired || chosen.some((answer) => answer?.choiceId === id));

export function quizQuestion(
  row: QuestionRow,
  answer: AnswerRow | null,
  revealed: boolean,
  imageUrl: ImageUrl,
): QuizQuestion {
  const choices = choicesOf(row, [answer]).map((choice) => ({
    id: choice.id,
    question_id: row.id,
    answer: choice.answer,
    image_url: imageUrl(choice.imageKey),
    correct: choice.correct,
  }));
  const shared = { id: row.id, ...textsOf(row, imageUrl) };
  if (!revealed)
    return {
      revealed: false,
      ...shared,
      answer_choices: choices.map(({ correct: _correct, ...choice }) => choice),
      user_answer: null,
    };
  return {
    revealed: true,
    ...shared,
    ...revelationOf(row, imageUrl),
    answer_choices: choices,
    user_answer: answer && {
      question_id: row.id,
      answer_choice_id: answer.choiceId,
      correct: answer.correct,
      user_gained_points: answer.points,
    },
  };
}

export function testQuestion(
  row: QuestionRow,
  { pre, post }: { pre: AnswerRow | null; post: AnswerRow | null },
  revealed: boolean,
  imageUrl: ImageUrl,
): TestQuestion {
  const given = (answer: AnswerRow | null) =>
    answer && { test_answer_choice_id: answer.choiceId, correct: answer.correct };
  const choices = choicesOf(row, [pre, post]).map((choice) => ({
    id: choice.id,
    answer: choice.answer,
    image_url: imageUrl(choice.imageKey),
    correct: choice.correct,
  }));
  const shared = { id: row.id, ...textsOf(row, imageUrl), pre_test_user_answer: given(pre) };
  if (!revealed)
    return {
      revealed: false,
      ...shared,
      test_answer_choices: choices.map(({ correct: _correct, ...choice }) => choice),
      post_test_user_answer: null,
    };
  return {
    revealed: true,
    ...shared,
    ...revelationOf(row, imageUrl),
    test_answer_choices: choices,
    post_test_user_answer: given(post),
  };
}

export function finalTestQuestion(
  row: QuestionRow,
  answer: AnswerRow | null,
  revealed: boolean,
  imageUrl: ImageUrl,
): FinalTestQuestion {
  const choices = choicesOf(row, [answer]).map((choice) => ({
    answer_choice_id: choice.id,
    answer: choice.answer,
    image_url: imageUrl(choice.imageKey),
    correct: choice.correct,
  }));
  const shared = { question_id: row.id, ...textsOf(row, imageUrl) };
  if (!revealed)
    return {
      revealed: false,
      ...shared,
      page_number: answer && row.pageNumber,
      answer_choices: choices.map(({ correct: _correct, ...choice }) => choice),
    };
  return { revealed: true, ...shared, ...revelationOf(row, imageUrl), answer_choices: choices };
}
