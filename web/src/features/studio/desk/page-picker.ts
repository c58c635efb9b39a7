import { useEffect, useState } from 'react';

type Take = (page: number) => void;

/** Lets a field wait for one chosen page. Escape cancels it. */
export function usePagePicker() {
  const [waiting, setWaiting] = useState<{ readonly take: Take } | null>(null);
  const isWaiting = waiting !== null;
  useEffect(() => {
    if (!isWaiting) return;
    const onKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setWaiting(null);
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [isWaiting]);
  return {
    picking: isWaiting,
    pick: (take: Take | null) => setWaiting(take && { take }),
    take: waiting
      ? (page: number) => {
          setWaiting(null);
          waiting.take(page);
        }
      : null,
  };
}
