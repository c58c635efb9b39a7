import { useParams } from 'react-router';
import { PublishPage } from '../features/studio/publish/publish-page.tsx';
import { WorkPage } from '../features/studio/work-page.tsx';

/** The steps to publish a book. */
export default function StudioPublishPage() {
  const { id = '' } = useParams();
  return (
    <WorkPage id={id} height={480} gap="xs">
      {(work, store) => <PublishPage key={id} work={work} store={store} />}
    </WorkPage>
  );
}
