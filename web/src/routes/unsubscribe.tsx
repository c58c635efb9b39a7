import { useParams } from 'react-router';
import { UnsubscribeLetter } from '../features/accounts/unsubscribe-letter.tsx';
import { paths } from '../lib/paths.ts';

/** `/unsubscribe/{token}`: the link in the footer of an optional letter. */
export default function UnsubscribePage() {
  const { token = '' } = useParams();
  return (
    <div className="page" style={{ paddingBlock: '32px 80px' }}>
      <div style={{ maxWidth: 560 }}>
        <UnsubscribeLetter key={token} token={token} profilePath={paths.profile.to('me')} />
      </div>
    </div>
  );
}
