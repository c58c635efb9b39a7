import { useEffect, useState, useSyncExternalStore } from 'react';
import { getAnnouncement, subscribeToAnnouncements } from './announce.ts';

/** Of announcements that follow each other within this time, only the last one is read (milliseconds). */
const SETTLE_MS = 150;
/** The text is removed after this time, so that it is not found when the page is explored later (milliseconds). */
const KEEP_MS = 8000;

/** The live region of the page. */
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
      {/* A new element, because an unchanged text would not be announced again. */}
      {shown && (
        <p key={shown.id} lang={shown.language}>
          {shown.text}
        </p>
      )}
    </div>
  );
}
