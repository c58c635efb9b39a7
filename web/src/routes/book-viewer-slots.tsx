import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CERTIFICATE_MIN_PERCENT } from '@vesalius/contract/constants';
import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { quizzesOptions, testsOptions } from '../features/assessments/api.ts';
import { PageRangeAlert } from '../features/assessments/page-range-alert.tsx';
import { PageTests, useMayShowTests } from '../features/assessments/page-tests.tsx';
import { TestsPanel } from '../features/assessments/tests-panel.tsx';
import { AssessmentsWatcher } from '../features/assessments/watcher.tsx';
import { bookQuery } from '../features/catalogue/api.ts';
import { requirementsOptions } from '../features/certificates/api.ts';
import { materialListQuery } from '../features/lectures/api.ts';
import { PageMaterials, type PageMaterialsProps } from '../features/lectures/page-materials.tsx';
import type { OnPages, ReadingPlace } from '../features/reader/slots.ts';
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
  const tests = useMayShowTests(place) ? 'shown' : 'none';
  return (
    <div className={classes.panel}>
      <LecturesOfPage place={place} tests={tests} />
      <PageTests place={place} pageLink={pageLinkOf(place.bookId)} />
    </div>
  );
}

export function Lectures({ place }: SlotProps) {
  return (
    <div className={classes.panel}>
      <LecturesOfPage place={place} tests="elsewhere" />
    </div>
  );
}

function LecturesOfPage({
  place: { bookId, page, goTo },
  tests,
}: SlotProps & Pick<PageMaterialsProps, 'tests'>) {
  const links = useMaterialLinks(bookId);
  return <PageMaterials bookId={bookId} page={page} links={links} tests={tests} goTo={goTo} />;
}

export function Tests({ place }: SlotProps) {
  const { bookId } = place;
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
      <TestsPanel
        bookId={bookId}
        links={links}
        certificateRequires={requirements?.mandatory_tests}
        ofPage={<PageTests place={place} pageLink={pageLinkOf(bookId)} />}
      />
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
  const openFinalTest = () => void navigate(paths.finalTest.to('take', place.bookId, 'take'));
  const sayMissingTest = async () => {
    // Without an answer, the page of certificates says it.
    const state = await queryClient.fetchQuery(requirementsOptions(place.bookId)).catch(() => null);
    if (state?.missing.includes('final_test'))
      notify('info', t('survey.testMissing', { percent: CERTIFICATE_MIN_PERCENT }), {
        action: {
          label: t('survey.toTest'),
          run: openFinalTest,
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
      onFinalTest={book?.has_final_test ? openFinalTest : undefined}
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

/** Counts what each page has. Renders nothing. */
export function PageCounts({ bookId, onCounts }: { bookId: string; onCounts: (counts: OnPages) => void }) {
  const { data: materials } = useQuery(materialListQuery(bookId));
  const { data: tests } = useQuery(testsOptions(bookId));
  const { data: quizzes } = useQuery(quizzesOptions(bookId));
  useEffect(() => {
    const lecturePages = (materials?.data ?? []).flatMap((group) =>
      group.supplementary_materials.flatMap(({ marks }) => [
        ...new Set([group.book_page, ...marks.map(({ page }) => page)]),
      ]),
    );
    const testPages = [
      ...(quizzes ?? []).map(({ book_page }) => book_page),
      ...(tests ?? []).flatMap(({ pre_page, post_page }) => [pre_page, post_page]),
    ];
    onCounts({ lectures: countByPage(lecturePages), tests: countByPage(testPages) });
  }, [materials, tests, quizzes, onCounts]);
  return null;
}

function countByPage(pages: readonly (number | null)[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const page of pages) if (page !== null) counts.set(page, (counts.get(page) ?? 0) + 1);
  return counts;
}
