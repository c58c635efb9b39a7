import { useQuery } from '@tanstack/react-query';
import type { Quiz } from '@vesalius/contract/assessments-questions';
import { useTranslation } from 'react-i18next';
import { keyOf } from '../../lib/query-keys.ts';
import { isNotSubscribed, NotSubscribed } from '../../product/not-subscribed.tsx';
import { FailedState } from '../../ui/states.tsx';
import { AfterPaper } from './after-paper.tsx';
import { assessmentsApi, quizOptions } from './api.ts';
import { Paper, PaperSkeleton } from './paper.tsx';
import { fromQuiz } from './question-model.ts';
import classes from './result.module.css';
import { ResultHead } from './result-head.tsx';
import { useDraft } from './use-draft.ts';
import { useSubmission } from './use-submission.ts';

/** A quiz, answered all at once or question by question with immediate results. */
export function QuizPaper({
  quizId,
  bookId,
  pageLink,
}: {
  quizId: string;
  /** The book that a user without access is led to. */
  bookId?: string;
  pageLink: (page: number) => string;
}) {
  const { t } = useTranslation('assessments');
  const { data: quiz, error, refetch } = useQuery(quizOptions(quizId));
  if (isNotSubscribed(error)) return <NotSubscribed bookId={bookId} />;
  if (error && !quiz) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!quiz) return <PaperSkeleton label={t('quiz')} />;
  return <OpenQuiz key={quizId} quiz={quiz} pageLink={pageLink} />;
}

function OpenQuiz({ quiz, pageLink }: { quiz: Quiz; pageLink: (page: number) => string }) {
  const { t } = useTranslation('assessments');
  const draft = useDraft('quiz', quiz.quiz_id, quiz.may_submit && !quiz.solved);
  const submission = useSubmission({
    queryKey: keyOf('assessments', 'quiz', quiz.quiz_id),
    send: async (answers: { questionId: string; choiceId: string }[]) => {
      await draft.settle();
      return assessmentsApi.submitQuiz({
        body: {
          book_quiz_id: quiz.book_quiz_id,
          answers: answers.map(({ questionId, choiceId }) => ({
            question_id: questionId,
            answer_choice_id: choiceId,
          })),
        },
      });
    },
    onStored: draft.clear,
  });
  // Checks one question: it is locked and explained at once, the others stay open.
  const check = useSubmission({
    queryKey: keyOf('assessments', 'quiz', quiz.quiz_id),
    send: ({ questionId, choiceId }: { questionId: string; choiceId: string }) =>
      assessmentsApi.answerQuizQuestion({
        params: { id: quiz.quiz_id },
        body: { question_id: questionId, answer_choice_id: choiceId },
      }),
  });
  if (!draft.ready) return <PaperSkeleton label={t('quiz')} />;
  return (
    <>
      {quiz.solved && (
        <div className={classes.result} role="status">
          <ResultHead
            title={t('result.quizTitle')}
            words={t('points', { score: quiz.user_points, total: quiz.total_points })}
            percent={(100 * quiz.user_points) / Math.max(1, quiz.total_points)}
            arriving={submission.isSuccess}
          />
          <AfterPaper
            wrong={quiz.questions.filter(({ user_answer }) => user_answer && !user_answer.correct).length}
            page={quiz.book_page}
            pageLink={pageLink}
          />
        </div>
      )}
      <Paper
        questions={quiz.questions.map(fromQuiz)}
        draft={draft}
        maySubmit={quiz.may_submit}
        submitting={submission.isPending}
        onSubmit={(answers) => submission.mutate(answers)}
        onCheck={(answer) => check.mutate(answer)}
        checking={check.isPending ? check.variables.questionId : null}
        pageLink={pageLink}
      />
    </>
  );
}
