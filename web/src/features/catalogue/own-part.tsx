import { type ComponentType, lazy, Suspense } from 'react';
import { useSession } from '../../lib/session.ts';

/** Visitors do without its code; without a network the page is whole without the line. */
const OwnPartMissing = lazy<ComponentType>(() =>
  import('./own-part-missing.tsx').catch(() => ({ default: () => null })),
);

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
