import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { PageRangeAlert } from '../features/assessments/page-range-alert.tsx';
import { PageTests } from '../features/assessments/page-tests.tsx';
import { TestsPanel } from '../features/assessments/tests-panel.tsx';
import { AssessmentsWatcher } from '../features/assessments/watcher.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { requirementsOptions } from '../features/certificates/api.ts';
import { materialListQuery } from '../features/lectures/api.ts';
import { PageMaterials } from '../features/lectures/page-materials.tsx';
import type { ReadingPlace } from '../features/reader/slots.ts';
import { paths } from '../lib/paths.ts';
import { useSession } from '../lib/session.ts';
import { notify } from '../ui/notify.ts';
import classes from './book-viewer-slots.module.css';
import { useCertificateRequirements } from './use-certificate-requirements.ts';
import { useMaterialLinks } from './use-material-links.ts';

/** Parts of other features in the viewer. A separate file, because it loads after the first page is shown. */
interface SlotProps {
  readonly place: ReadingPlace;
}

const pageLinkOf = (bookId: string) => (page: number) => paths.bookViewer.to(bookId, page);

export function PagePanel({ place }: SlotProps) {
  const { bookId, page } = place;
  const links = useMaterialLinks(bookId);
  return (
    <div className={classes.panel}>
      <PageMaterials bookId={bookId} page={page} links={links} goTo={place.goTo} />
      <PageTests place={place} pageLink={links.page} />
    </div>
  );
}

export function Tests({ place: { bookId } }: SlotProps) {
  const links = useMemo(
    () => ({
      test: (testId: string, turn: 'pre' | 'post') =>
        paths.testDisplay.to(testId, turn === 'pre' ? 0 : 1, bookId),
      quiz: (quizId: string, page: number) => paths.quizDisplay.to(quizId, bookId, page),
      finalTest: paths.finalTest.to('take', bookId, 'take'),
    }),
    [bookId],
  );
  const requirements = useCertificateRequirements(bookId);
  return (
    <div className={classes.panel}>
      <TestsPanel bookId={bookId} links={links} certificateRequires={requirements?.mandatory_tests} />
    </div>
  );
}

export function Watcher({ place }: SlotProps) {
  const navigate = useNavigate();
  const session = useSession();
  const { t } = useTranslation('assessments');
  const queryClient = useQueryClient();
  const { data: book } = useQuery({ ...bookQuery(session, place.bookId), enabled: place.records });
  const requirements = useCertificateRequirements(place.bookId, place.records);
  if (!place.records) return null;
  const sayMissingTest = async () => {
    // Without an answer, the page of certificates says it.
    const state = await queryClient.fetchQuery(requirementsOptions(place.bookId)).catch(() => null);
    if (state?.missing.includes('final_test'))
      notify('info', t('survey.testMissing', { percent: CERTIFICATE_MIN_PERCENT }), {
        action: {
          label: t('survey.toTest'),
          run: () => void navigate(paths.finalTest.to('take', place.bookId, 'take')),
        },
      });
  };
  return (
    <AssessmentsWatcher
      place={place}
      surveyId={book?.survey_id ?? null}
      certificateRequires={requirements}
      pageLink={pageLinkOf(place.bookId)}
      onCertificate={() => void navigate(paths.certificates.to(place.bookId))}
      onSurvey={() => void sayMissingTest()}
    />
  );
}

export function Alert({ place }: SlotProps) {
  return <PageRangeAlert place={place} />;
}

/** Marks a chapter as started when any of its lectures was watched, and as complete when all were. Renders nothing. */
export function ChapterMarks({
  bookId,
  onMarks,
}: {
  bookId: string;
  onMarks: (marks: ReadonlyMap<string, 'started' | 'complete'>) => void;
}) {
  const { data } = useQuery(materialListQuery(bookId));
  useEffect(() => {
    if (!data) return;
    const marked = data.chapters.flatMap(({ id, status }) =>
      status === 'started' || status === 'complete' ? [[id, status] as const] : [],
    );
    onMarks(new Map(marked));
  }, [data, onMarks]);
  return null;
}
