import { useParams } from 'react-router';
import { ReviewPage } from '../features/studio/review/review-page.tsx';
import { WorkPage } from '../features/studio/work-page.tsx';

/** Comments and approvals of a book before readers see it. */
export default function StudioReviewPage() {
  const { id = '' } = useParams();
  return (
    <WorkPage id={id} height={480} gap="xs">
      {() => <ReviewPage key={id} workId={id} />}
    </WorkPage>
  );
}
