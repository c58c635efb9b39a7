import { useEffect, useState, useSyncExternalStore } from 'react';
import { getAnnouncement, subscribeToAnnouncements } from './announce.ts';

/** Sentences that follow each other faster than this are not worth their time: the last one is read (milliseconds). */
const SETTLE_MS = 150;
/** Afterwards nobody should find the sentence when exploring the page (milliseconds). */
const KEEP_MS = 8000;

/** The one region of the page in which changes are said. */
export function Announcer() {
  const announcement = useSyncExternalStore(subscribeToAnnouncements, getAnnouncement, () => null);
  const [shown, setShown] = useState<typeof announcement>(null);
  useEffect(() => {
    if (!announcement) return;
    const show = setTimeout(() => setShown(announcement), SETTLE_MS);
    const clear = setTimeout(() => setShown(null), KEEP_MS);
    return () => {
      clearTimeout(show);
      clearTimeout(clear);
    };
  }, [announcement]);
  return (
    <div className="visually-hidden" aria-live="polite" data-announcer>
      {/* A new element: the same sentence again is a change too. */}
      {shown && (
        <p key={shown.id} lang={shown.language}>
          {shown.text}
        </p>
      )}
    </div>
  );
}
