import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { FinalTest, TestSummary } from '@vesalius/contract/assessments-questions';
import { TEST_MODAL_DELAY_MS } from '@vesalius/contract/constants';
import { useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { keyOf, keysUnder } from '../../lib/query-keys.ts';
import { whenLayersAreGone } from '../../lib/use-back-closes.ts';
import { useErrorText } from '../../lib/use-error-text.ts';
import { finalTestOptions, surveyOptions, testOptions, testsOptions } from './api.ts';
import { SurveyModal, TestModal } from './modals.tsx';
import { awaitsReading, type Due, dueAt, isOfChapter, type TurnName, waitingAt } from './opening.ts';
import { LineAction, PageLine } from './page-line.tsx';
import type { Place } from './place.ts';
import { usePutAway } from './put-away.ts';
import { useLockReason } from './use-lock-reason.ts';

const nameOf = (due: Due): string => (due.what === 'test' ? `${due.test.id} ${due.turn}` : due.surveyId);

const lineOf = (test: TestSummary): string => `line ${test.id}`;

/**
 * Opens what is due at the page: a test 100 ms after its page was reached and as soon as it is loaded, the survey on
 * the last page, unless the reader only came back to it or looks something up: a line below the page offers it then, and
 * after it was closed. One test is enough for a page: after one was closed, the next one is offered, too.
 * If a test cannot be loaded, a line below the page says so. A mandatory test leaves full screen; when
 * it is closed, it stays closed for this day on this device and a line below the page mentions it. Whoever opens a page of
 * another chapter by its address looks something up: it does not cover that page either. An optional test stays closed
 * until the reader leaves the page. The line of a test of another chapter can be hidden. When nothing else is due on
 * the last page, a line leads to the final test while that is open.
 */
export function AssessmentsWatcher({
  place,
  surveyId,
  certificateRequires,
  pageLink,
  onCertificate,
  onSurvey,
  onFinalTest,
}: {
  place: Place;
  /** The book's survey, if it has one that its certificate or its questions require. */
  surveyId: string | null;
  /** What the certificate of the book requires; undefined = it has none, or not known yet. */
  certificateRequires?: { readonly mandatory_tests: boolean; readonly survey: boolean } | undefined;
  pageLink: (page: number) => string;
  /** Called when the survey completed the certificate, which can now be opened. */
  onCertificate: () => void;
  /** Called when the survey is answered, and the certificate still requires something. */
  onSurvey: () => void;
  /** Opens the final test, if the book has one. */
  onFinalTest?: (() => void) | undefined;
}) {
  const { bookId, page, numberOfPages, records } = place;
  const { data: tests } = useQuery({ ...testsOptions(bookId), enabled: records });
  const atEnd = page >= numberOfPages;
  const { data: survey } = useQuery({
    ...surveyOptions(surveyId ?? ''),
    enabled: records && surveyId !== null && atEnd,
  });
  const { data: finalTest } = useQuery({
    ...finalTestOptions(bookId),
    enabled: records && onFinalTest !== undefined && atEnd,
  });
  const [open, setOpen] = useState<Due | null>(null);
  const [closedAt, setClosedAt] = useState<{ page: number; name: string } | null>(null);
  const putAway = usePutAway();
  useReadingOpensTests(place, tests);

  const asked =
    survey && survey.survey_questions.length > 0 ? { id: survey.id, solved: survey.solved } : null;
  const isPutAway = (test: TestSummary, turn: TurnName) =>
    (place.isLinked && test.is_mandatory && !isOfChapter(page, test)) ||
    putAway.has(nameOf({ what: 'test', test, turn }));
  const due = records && tests ? dueAt(page, { tests, survey: asked, numberOfPages, isPutAway }) : null;
  const dueName = due ? nameOf(due) : null;

  useEffect(() => {
    if (closedAt && closedAt.page !== page) setClosedAt(null);
  }, [closedAt, page]);

  const isQuiet = place.isLookUp || closedAt?.page === page;
  const isOffered = isQuiet || (due?.what === 'survey' && place.isResumed);
  const opensItself = due !== null && !open && !isOffered;
  const dueTest = opensItself && due.what === 'test' ? due : null;
  // An empty dialog would only cover the page.
  const paper = useQuery({
    ...testOptions(dueTest?.test.id ?? '', dueTest?.turn ?? 'pre'),
    enabled: dueTest !== null,
  });
  const isReady = opensItself && (due.what === 'survey' || paper.data !== undefined);
  const arrival = opensItself ? `${dueName} ${page}` : null;
  const [awaited, setAwaited] = useState<string | null>(null);

  useEffect(() => {
    if (arrival === null) return;
    const timer = setTimeout(() => setAwaited(arrival), TEST_MODAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [arrival]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the arrival stands for what is due; the object is new each time
  useEffect(() => {
    if (!due || !isReady || awaited !== arrival) return;
    if (due.what === 'test' && due.test.is_mandatory) place.leaveFullScreen();
    setAwaited(null);
    setOpen(due);
  }, [arrival, awaited, isReady]);

  if (!open) {
    if (dueTest && paper.error && !paper.data)
      return (
        <FailedLine
          test={dueTest.test}
          turn={dueTest.turn}
          error={paper.error}
          onRetry={() => void paper.refetch()}
        />
      );
    const waits = (test: TestSummary, turn: TurnName) =>
      (isQuiet && test.is_mandatory) || isPutAway(test, turn);
    const shown = tests?.filter((test) => isOfChapter(page, test) || !putAway.has(lineOf(test)));
    const waiting = records && shown ? waitingAt(page, shown, waits) : null;
    if (waiting)
      return (
        <WaitingLine
          {...waiting}
          place={place}
          onTake={setOpen}
          onHide={isOfChapter(page, waiting.test) ? undefined : () => putAway.add(lineOf(waiting.test))}
        />
      );
    // The result of the final test leads to the survey.
    const toFinalTest = atEnd && finalTest && isOpen(finalTest) && onFinalTest && (
      <FinalTestLine onTake={onFinalTest} />
    );
    if (due)
      return (
        due.what === 'survey' && !opensItself && (toFinalTest || <SurveyLine onTake={() => setOpen(due)} />)
      );
    const isSurveyKnown = surveyId === null || survey !== undefined;
    return isSurveyKnown && toFinalTest;
  }
  const close = () => {
    setOpen(null);
    setClosedAt({ page, name: nameOf(open) });
    if (open.what === 'test' && open.test.is_mandatory) putAway.addForDay(nameOf(open));
  };
  if (open.what === 'survey')
    return (
      <SurveyModal
        opened
        surveyId={open.surveyId}
        forCertificate={certificateRequires?.survey ?? false}
        onClose={close}
        onSolved={(solved) => {
          flushSync(() => setOpen(null));
          if (solved.certificate_earned) whenLayersAreGone(onCertificate);
          else onSurvey();
        }}
      />
    );
  return (
    <TestModal
      opened
      testId={open.test.id}
      turn={open.turn}
      page={page}
      certificateRequires={certificateRequires?.mandatory_tests}
      pageLink={pageLink}
      onClose={close}
      onTakePreTest={() => setOpen({ ...open, turn: 'pre' })}
    />
  );
}

/** Refetches the tests when the pages that a post-test requires may have been shown. */
function useReadingOpensTests(
  { bookId, page, progressStores }: Place,
  tests: readonly TestSummary[] | undefined,
) {
  const queryClient = useQueryClient();
  const asked = useRef({ tests, at: progressStores });
  if (asked.current.tests !== tests) asked.current = { tests, at: progressStores };
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what was stored can open a test
  useEffect(() => {
    const stored = progressStores - asked.current.at;
    const mayOpen = tests?.some(
      (test) =>
        awaitsReading(test) &&
        page >= test.pre_page &&
        (page >= test.post_page || stored >= test.pages_needed - test.pages_shown),
    );
    if (stored === 0 || !mayOpen) return;
    void queryClient.invalidateQueries({ queryKey: keyOf('assessments', 'tests', bookId) });
    void queryClient.invalidateQueries({ queryKey: keysUnder('assessments', 'test') });
  }, [progressStores]);
}

/** Whether an attempt is possible now and can still give the reader something. */
const isOpen = ({ attempts, has_certificate, may_submit, retake_at }: FinalTest): boolean =>
  may_submit &&
  retake_at === null &&
  !attempts.some((attempt) => (has_certificate ? attempt.reaches_certificate : attempt.passed));

/** The test stays due, and the page can be read. */
function FailedLine({
  test,
  turn,
  error,
  onRetry,
}: {
  test: TestSummary;
  turn: TurnName;
  error: Error;
  onRetry: () => void;
}) {
  const { t } = useTranslation('assessments');
  const reason = useErrorText(error);
  return (
    <PageLine>
      <span>
        {t(turn === 'pre' ? 'notLoaded.pre' : 'notLoaded.post', { title: test.title })} {reason}{' '}
        {t('notLoaded.readOn')}
      </span>
      <LineAction onClick={onRetry}>{t('notLoaded.tryAgain')}</LineAction>
    </PageLine>
  );
}

function SurveyLine({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('assessments');
  return (
    <PageLine>
      <span>{t('survey.waits')}</span>
      <LineAction onClick={onTake}>{t('survey.take')}</LineAction>
    </PageLine>
  );
}

function FinalTestLine({ onTake }: { onTake: () => void }) {
  const { t } = useTranslation('assessments');
  return (
    <PageLine>
      <span>{t('finalTest.stillOpen')}</span>
      <LineAction onClick={onTake}>{t('survey.toTest')}</LineAction>
    </PageLine>
  );
}

function WaitingLine({
  test,
  turn,
  why,
  place,
  onTake,
  onHide,
}: NonNullable<ReturnType<typeof waitingAt>> & {
  place: Place;
  onTake: (due: Due) => void;
  /** Of a test of another chapter. */
  onHide: (() => void) | undefined;
}) {
  const { t } = useTranslation('assessments');
  const hide = onHide && <LineAction onClick={onHide}>{t('alert.hide')}</LineAction>;
  const lockReason = useLockReason();
  if (why === 'put_away')
    return (
      <PageLine>
        <span>
          {t(turn === 'pre' ? 'mandatoryTest.preWaits' : 'mandatoryTest.postWaits', { title: test.title })}
        </span>
        <LineAction onClick={() => onTake({ what: 'test', test, turn })}>
          {t(turn === 'pre' ? 'takePreTest' : 'takePostTest')}
        </LineAction>
        {hide}
      </PageLine>
    );
  return (
    <PageLine>
      <span>
        {t('chapter.waits', { title: test.title })} {lockReason(test, 'post')}
      </span>
      <LineAction onClick={() => place.goTo(test.pre_page)}>
        {t('chapter.goTo', { page: test.pre_page })}
      </LineAction>
      {hide}
    </PageLine>
  );
}
