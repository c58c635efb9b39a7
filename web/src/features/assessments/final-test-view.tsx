import { useQuery } from '@tanstack/react-query';
import type { FinalTest } from '@vesalius/contract/assessments-questions';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../ui/states.tsx';
import { keepClearOf } from '../../ui/sticky-bars.ts';
import { finalTestOptions } from './api.ts';
import classes from './paper.module.css';
import { PaperSkeleton } from './paper.tsx';
import { QuestionCards } from './question-cards.tsx';
import { QuestionList } from './question-list.tsx';
import { fromFinalTest } from './question-model.ts';
import { useQuestionPages } from './use-question-pages.ts';

/** An attempt, read-only: the reader's answers, and the key with explanations as soon as the book shows it. */
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
  if (error && !data) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (!data) return <PaperSkeleton label={t('finalTest.title')} />;
  return <Attempt key={data.user_answers?.number} test={data} pageLink={pageLink} />;
}

function Attempt({ test, pageLink }: { test: FinalTest; pageLink: (page: number) => string }) {
  const { t } = useTranslation('assessments');
  const questions = useMemo(() => fromFinalTest(test), [test]);
  const pages = useQuestionPages(
    questions.map(({ id }) => id),
    undefined,
  );
  return (
    <>
      {test.may_submit && test.details.questions.some(({ revealed }) => !revealed) && (
        <p className={classes.note}>{t('finalTest.keyLater', { percent: CERTIFICATE_MIN_PERCENT })}</p>
      )}
      <QuestionCards {...{ questions, pages, pageLink }} />
      {pages.pages > 1 && (
        <div ref={keepClearOf} className={classes.bar}>
          <QuestionList
            questions={questions.map(({ id, stored }) => ({
              id,
              state: stored?.correct ? 'right' : stored ? 'wrong' : 'open',
              marked: false,
            }))}
            at={pages.from + 1}
            onGo={pages.goTo}
          />
        </div>
      )}
    </>
  );
}
