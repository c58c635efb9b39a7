import { useQuery } from '@tanstack/react-query';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../ui/states.tsx';
import { finalTestOptions } from './api.ts';
import classes from './paper.module.css';
import { PaperSkeleton } from './paper.tsx';
import { QuestionCard } from './question-card.tsx';
import { fromFinalTest } from './question-model.ts';

/** An attempt, read-only: the reader's answers, and the right ones and why as soon as the book shows them. */
export function FinalTestView({
  bookId,
  attempt,
  pageLink,
}: {
  bookId: string;
  attempt?: number | undefined;
  pageLink: (page: number) => string;
}) {
  const { t } = useTranslation('assessments');
  const { data, error, refetch } = useQuery(finalTestOptions(bookId, attempt ? { attempt } : {}));
  if (error) return <FailedState hint={error.message} onRetry={() => void refetch()} />;
  if (!data) return <PaperSkeleton label={t('finalTest.title')} />;
  const questions = fromFinalTest(data);
  return (
    <div className={classes.questions}>
      {data.may_submit && data.details.questions.some(({ revealed }) => !revealed) && (
        <p className={classes.note}>{t('finalTest.keyLater', { percent: CERTIFICATE_MIN_PERCENT })}</p>
      )}
      {questions.map((question, index) => (
        <QuestionCard
          key={question.id}
          question={question}
          number={index + 1}
          count={questions.length}
          pageLink={pageLink}
        />
      ))}
    </div>
  );
}
