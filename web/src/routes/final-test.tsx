import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router';
import { finalTestOptions } from '../features/assessments/api.ts';
import { AssessmentPage } from '../features/assessments/assessment-page.tsx';
import { finalTestMode } from '../features/assessments/final-test-mode.ts';
import { FinalTestResult } from '../features/assessments/final-test-result.tsx';
import { FinalTestTake } from '../features/assessments/final-test-take.tsx';
import { FinalTestView } from '../features/assessments/final-test-view.tsx';
import { SurveyModal } from '../features/assessments/modals.tsx';
import { PaperSkeleton } from '../features/assessments/paper.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { requirementsOptions } from '../features/certificates/api.ts';
import { MissingSteps } from '../features/certificates/missing-steps.tsx';
import { CallError } from '../lib/api-client.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { whenLayersAreGone } from '../lib/use-back-closes.ts';
import { isNotSubscribed, NotSubscribed } from '../product/not-subscribed.tsx';
import { EmptyState, FailedState } from '../ui/states.tsx';
import { certificateStepLinks } from './certificate-step-links.ts';

/** `/FinalTest/{mode}/{bookId}/{testViewMode}` in all spellings, for readers, programs and authors. */
export default function FinalTestPage() {
  const { mode = '', bookId = '', testViewMode = '' } = useParams();
  const [search] = useSearchParams();
  return (
    <FinalTestScreen
      bookId={bookId}
      mode={mode}
      testViewMode={testViewMode}
      attempt={Number(search.get('attempt')) || undefined}
    />
  );
}

/** Also used by `/FinalTestScore`. */
export function FinalTestScreen({
  bookId,
  mode,
  testViewMode,
  attempt,
}: {
  bookId: string;
  mode: string;
  testViewMode: string;
  attempt?: number | undefined;
}) {
  const { t } = useTranslation('assessments');
  const { data: test, error, refetch, dataUpdatedAt } = useQuery(finalTestOptions(bookId));
  const session = useSession();
  const { data: book } = useQuery({ ...bookQuery(session, bookId), enabled: test !== undefined });
  const certificate = useQuery({
    ...requirementsOptions(bookId),
    enabled: test?.has_certificate === true && test.may_submit,
  });
  const [surveyOpen, setSurveyOpen] = useState(false);
  const navigate = useNavigate();
  const pageLink = (page: number) => paths.bookViewer.to(bookId, page);
  const result = paths.finalTest.to('result', bookId, 'ViewScore');
  const shown = test ? finalTestMode(mode, testViewMode, test.attempts.length > 0) : null;
  const surveyId = book?.survey_id && !book.book_progress.is_survey_solved ? book.survey_id : null;
  const reached = test?.attempts.some((each) => each.reaches_certificate) ?? false;
  const state = certificate.data;
  const others = state?.missing.filter((step) => step === 'pages' || step === 'mandatory_tests') ?? [];
  const missing = (without: readonly ('final_test' | 'survey')[]) =>
    state &&
    others.length > 0 && (
      <MissingSteps bookId={bookId} state={state} links={certificateStepLinks} without={without} />
    );
  const notFound = error instanceof CallError && error.code === 'final_test_not_found';
  return (
    <AssessmentPage
      title={t('finalTest.title')}
      eyebrow={test?.book_title ?? book?.title}
      back={shown === 'view' || shown === 'retake' ? result : paths.bookViewer.to(bookId)}
      backLabel={t(shown === 'view' || shown === 'retake' ? 'finalTest.backToResult' : 'backToBook')}
    >
      {notFound && <EmptyState title={t('finalTest.notFound')} hint={t('finalTest.notFoundHint')} />}
      {isNotSubscribed(error) && <NotSubscribed bookId={bookId} />}
      {error && !test && !notFound && !isNotSubscribed(error) && (
        <FailedState error={error} onRetry={() => void refetch()} />
      )}
      {!test && !error && <PaperSkeleton label={t('finalTest.title')} />}
      {(shown === 'take' || shown === 'retake') && (
        <FinalTestTake
          bookId={bookId}
          place={
            book && book.book_progress.status !== 'completed'
              ? { page: book.book_progress.page, pages: book.number_of_pages }
              : undefined
          }
          // Before the first attempt, the test is already loaded.
          paper={test?.user_answers === null ? { data: test, at: dataUpdatedAt } : undefined}
          pageLink={pageLink}
          survey={book && (!book.has_survey ? 'none' : surveyId ? 'open' : 'answered')}
          alsoRequired={missing(['final_test'])}
          onSubmitted={() => void navigate(result)}
        />
      )}
      {shown === 'view' && <FinalTestView bookId={bookId} attempt={attempt} pageLink={pageLink} />}
      {shown === 'result' && test && (
        <FinalTestResult
          test={test}
          certificateEarned={test.has_certificate && reached && !surveyId && state?.missing.length === 0}
          stillMissing={reached ? missing(['final_test', 'survey']) : undefined}
          openSurvey={test.has_certificate && reached && surveyId ? () => setSurveyOpen(true) : undefined}
          links={{
            retake: paths.finalTest.to('take', bookId, 'retake'),
            view: (number) => `${paths.finalTest.to('view', bookId, 'ViewTest')}?attempt=${number}`,
            book: paths.bookViewer.to(bookId),
            certificates: paths.certificates.to(bookId),
          }}
        />
      )}
      {surveyId && surveyOpen && (
        <SurveyModal
          opened
          surveyId={surveyId}
          forCertificate
          onClose={() => setSurveyOpen(false)}
          onSolved={(solved) => {
            flushSync(() => setSurveyOpen(false));
            if (solved.certificate_earned)
              whenLayersAreGone(() => void navigate(paths.certificates.to(bookId)));
          }}
        />
      )}
    </AssessmentPage>
  );
}
