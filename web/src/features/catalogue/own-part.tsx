import { Suspense } from 'react';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadAgain } from '../../ui/missing-part.tsx';

/** Visitors do not load this code. Until it is loaded, the page works without the line. */
const OwnPartMissing = lazyPart(() => import('./own-part-missing.tsx'), { Missing: LoadAgain });

/** Tells a signed-in user that their own part of the page failed to load. */
export function OwnPart() {
  const isSignedIn = useSession() !== null;
  return (
    isSignedIn && (
      <Suspense>
        <OwnPartMissing />
      </Suspense>
    )
  );
}
