import { useParams } from 'react-router';
import { StartWork } from '../features/studio/start/start-work.tsx';
import { WorkPage } from '../features/studio/work-page.tsx';

/** Uploads the PDF of a book and shows what was found in it. */
export default function StudioStartPage() {
  const { id = '' } = useParams();
  return (
    <WorkPage id={id} height={320} gap="lg">
      {(work, store) => <StartWork key={id} work={work} store={store} />}
    </WorkPage>
  );
}
