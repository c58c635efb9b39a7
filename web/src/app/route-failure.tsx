import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { findMissingCause, isMissingCode, type MissingCause, reload, reloadOnce } from '../lib/release.ts';
import { useRetries } from '../lib/use-retries.ts';
import { FailedState } from '../ui/states.tsx';

/**
 * Replaces a failed screen and keeps the rest of the app. If the screen's code could not be loaded, the reason is shown: after a
 * release the page reloads automatically; without a connection or a server it waits.
 */
export function RouteFailure({ load = reload }: { load?: () => void }) {
  const { t } = useTranslation('shell');
  const error = useRouteError();
  const isMissing = isMissingCode(error);
  const [cause, setCause] = useState<MissingCause | null>(null);
  const isWaiting = cause === 'offline' || cause === 'server';

  // biome-ignore lint/correctness/useExhaustiveDependencies: another failure may have another cause
  useEffect(() => {
    if (!isMissing) return;
    let isGone = false;
    void findMissingCause().then((found) => {
      if (isGone) return;
      // Also with the same build: servers are replaced one by one, and another one may have the file.
      const isHere = found === 'release' || found === 'broken';
      if (!isHere || !reloadOnce(load)) setCause(found);
    });
    return () => {
      isGone = true;
    };
  }, [isMissing, error]);
  useRetries(isWaiting, () => {
    setCause(null);
    void findMissingCause().then((found) => {
      if (found === 'offline' || found === 'server') setCause(found);
      else load();
    });
  });

  if (isMissing && cause === null) return <div className="page" aria-busy="true" />;
  const kind = cause === null || cause === 'broken' ? 'crashed' : cause;
  return (
    <div className="page">
      <FailedState title={t(`failure.${kind}Title`)} hint={t(`failure.${kind}`)} onRetry={load} />
    </div>
  );
}
