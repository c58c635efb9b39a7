import { Suspense } from 'react';
import { useSession } from '../../lib/session.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { LoadAgain } from '../../ui/missing-part.tsx';

/** Visitors do without its code; until it comes the page is whole without the line. */
const OwnPartMissing = lazyPart(() => import('./own-part-missing.tsx'), { Missing: LoadAgain });

/** Where a signed-in person is told that their own part of the page did not come. */
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
