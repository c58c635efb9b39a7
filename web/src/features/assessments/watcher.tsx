import { useQuery } from '@tanstack/react-query';
import { TEST_MODAL_DELAY_MS } from '@vesalius/contract/constants';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { whenLayersAreGone } from '../../lib/use-back-closes.ts';
import { surveyOptions, testsOptions } from './api.ts';
import { SurveyModal, TestModal } from './modals.tsx';
import { type Due, dueAt, pageBefore } from './opening.ts';
import type { Place } from './place.ts';

const nameOf = (due: Due): string => (due.what === 'test' ? `${due.test.id} ${due.turn}` : due.surveyId);

/**
 * Opens by itself what is due at the page: a test 100 ms after its page was reached, the survey on the last page.
 * A mandatory test leaves full screen, and whoever closes it stands before it again. What was closed stays closed
 * until the page is left.
 */
export function AssessmentsWatcher({
  place,
  surveyId,
  pageLink,
  onCertificate,
}: {
  place: Place;
  /** Of the book, when it has one and its certificate or questions ask for it. */
  surveyId: string | null;
  pageLink: (page: number) => string;
  /** The survey was the last step: a certificate is there to be opened. */
  onCertificate: () => void;
}) {
  const { bookId, page, numberOfPages, records } = place;
  const { data: tests } = useQuery({ ...testsOptions(bookId), enabled: records });
  const atEnd = page >= numberOfPages;
  const { data: survey } = useQuery({
    ...surveyOptions(surveyId ?? ''),
    enabled: records && surveyId !== null && atEnd,
  });
  const [open, setOpen] = useState<Due | null>(null);
  const [closedAt, setClosedAt] = useState<{ page: number; name: string } | null>(null);

  const asked =
    survey && survey.survey_questions.length > 0 ? { id: survey.id, solved: survey.solved } : null;
  const due = records && tests ? dueAt(page, { tests, survey: asked, numberOfPages }) : null;
  const dueName = due ? nameOf(due) : null;

  useEffect(() => {
    if (closedAt && closedAt.page !== page) setClosedAt(null);
  }, [closedAt, page]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the name stands for what is due; the object is new each time
  useEffect(() => {
    if (!due || open || (closedAt?.page === page && closedAt.name === dueName)) return;
    const timer = setTimeout(() => {
      if (due.what === 'test' && due.test.is_mandatory) place.leaveFullScreen();
      setOpen(due);
    }, TEST_MODAL_DELAY_MS);
    return () => clearTimeout(timer);
  }, [dueName, page, open, closedAt]);

  if (!open) return null;
  const close = () => {
    setOpen(null);
    setClosedAt({ page, name: nameOf(open) });
    if (open.what !== 'test' || !open.test.is_mandatory) return;
    const now = tests?.find(({ id }) => id === open.test.id) ?? open.test;
    const solved = open.turn === 'pre' ? now.pre_solved : now.post_solved;
    if (!solved) place.goTo(pageBefore(open.test, open.turn));
  };
  if (open.what === 'survey')
    return (
      <SurveyModal
        opened
        surveyId={open.surveyId}
        onClose={close}
        onSolved={(solved) => {
          flushSync(() => setOpen(null));
          if (solved.certificate_earned) whenLayersAreGone(onCertificate);
        }}
      />
    );
  return (
    <TestModal
      opened
      testId={open.test.id}
      turn={open.turn}
      pageLink={pageLink}
      onClose={close}
      onTakePreTest={() => setOpen({ ...open, turn: 'pre' })}
    />
  );
}
