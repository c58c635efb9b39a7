import { useQuery } from '@tanstack/react-query';
import type { Test } from '@vesalius/contract/assessments-questions';
import type { Survey } from '@vesalius/contract/assessments-surveys';
import { useTranslation } from 'react-i18next';
import { quizOptions, testOptions } from './api.ts';
import { AssessmentModal } from './assessment-modal.tsx';
import { MandatoryNote } from './mandatory-note.tsx';
import { isLocked, type TurnName } from './opening.ts';
import { QuizPaper } from './quiz-paper.tsx';
import { SurveyForm } from './survey-form.tsx';
import { TestPaper } from './test-paper.tsx';

interface Modality {
  readonly opened: boolean;
  readonly onClose: () => void;
}

const isOpen = (test: Test, turn: TurnName): boolean =>
  test.may_submit && !(turn === 'pre' ? test.pre_solved : test.post_solved) && !isLocked(test, turn);

export function TestModal({
  testId,
  turn,
  page,
  certificateRequires,
  pageLink,
  onTakePreTest,
  ...modality
}: Modality & {
  testId: string;
  turn: TurnName;
  /** The page on which it opened. */
  page?: number;
  /** Whether the certificate of the book requires its mandatory tests; undefined = it has none, or not known yet. */
  certificateRequires?: boolean | undefined;
  pageLink: (page: number) => string;
  onTakePreTest: () => void;
}) {
  const { t } = useTranslation('assessments');
  const { data } = useQuery({ ...testOptions(testId, turn), enabled: modality.opened });
  const name = t(turn === 'pre' ? 'preTest' : 'postTest');
  return (
    <AssessmentModal kind="test" title={data ? `${data.title} · ${name}` : name} {...modality}>
      {data && isOpen(data, turn) && (
        <MandatoryNote
          test={data}
          turn={turn}
          page={page}
          certificateRequires={certificateRequires}
          onReadOn={modality.onClose}
        />
      )}
      <TestPaper testId={testId} turn={turn} pageLink={pageLink} onTakePreTest={onTakePreTest} />
    </AssessmentModal>
  );
}

export function QuizModal({
  quizId,
  pageLink,
  ...modality
}: Modality & { quizId: string; pageLink: (page: number) => string }) {
  const { t } = useTranslation('assessments');
  const { data } = useQuery({ ...quizOptions(quizId), enabled: modality.opened });
  return (
    <AssessmentModal kind="quiz" title={data?.title ?? t('quiz')} {...modality}>
      <QuizPaper quizId={quizId} pageLink={pageLink} />
    </AssessmentModal>
  );
}

export function SurveyModal({
  surveyId,
  forCertificate = false,
  onSolved,
  ...modality
}: Modality & { surveyId: string; forCertificate?: boolean; onSolved: (survey: Survey) => void }) {
  const { t } = useTranslation('assessments');
  return (
    <AssessmentModal kind="survey" title={t('survey.title')} {...modality}>
      <SurveyForm surveyId={surveyId} forCertificate={forCertificate} onSolved={onSolved} />
    </AssessmentModal>
  );
}
