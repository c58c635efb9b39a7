import type { FinalTest, QuizQuestion, Test } from '@vesalius/contract/assessments-questions';
import type { AskedQuestion } from '../../product/question/asked-question.ts';

const justificationOf = (
  question:
    | { revealed: false }
    | {
        revealed: true;
        justification: string;
        justification_image_url: string | null;
        page_number: number | null;
      },
): AskedQuestion['justification'] =>
  question.revealed
    ? {
        text: question.justification,
        imageUrl: question.justification_image_url,
        page: question.page_number,
      }
    : null;

const choiceOf = (choice: { answer: string; image_url: string | null; correct?: boolean }, id: string) => ({
  id,
  text: choice.answer,
  imageUrl: choice.image_url,
  ...(choice.correct === undefined ? {} : { correct: choice.correct }),
});

export const fromQuiz = (question: QuizQuestion): AskedQuestion => ({
  id: question.id,
  text: question.question,
  imageUrl: question.image_url,
  choices: question.answer_choices.map((choice) => choiceOf(choice, choice.id)),
  stored: question.user_answer && {
    choiceId: question.user_answer.answer_choice_id,
    correct: question.user_answer.correct,
  },
  readOnPage: null,
  justification: justificationOf(question),
});

export const fromTest = (question: Test['test_questions'][number], turn: 'pre' | 'post'): AskedQuestion => {
  const answer = turn === 'pre' ? question.pre_test_user_answer : question.post_test_user_answer;
  return {
    id: question.id,
    text: question.question,
    imageUrl: question.image_url,
    choices: question.test_answer_choices.map((choice) => choiceOf(choice, choice.id)),
    stored: answer && { choiceId: answer.test_answer_choice_id, correct: answer.correct },
    readOnPage: null,
    justification: justificationOf(question),
  };
};

export function fromFinalTest({ details, user_answers: given }: FinalTest): AskedQuestion[] {
  const answers = new Map(given?.answers.map((answer) => [answer.question_id, answer]));
  return details.questions.map((question) => {
    const answer = answers.get(question.question_id);
    return {
      id: question.question_id,
      text: question.question,
      imageUrl: question.image_url,
      choices: question.answer_choices.map((choice) => choiceOf(choice, choice.answer_choice_id)),
      stored: answer ? { choiceId: answer.answer_id, correct: answer.correct } : null,
      readOnPage: question.revealed ? null : question.page_number,
      justification: justificationOf(question),
    };
  });
}
