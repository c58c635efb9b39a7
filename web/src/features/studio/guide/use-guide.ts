import { useState } from 'react';

const KEY = 'studio-guide-closed';
/** Books of which this browser remembers that the guide is closed. */
const MAX_REMEMBERED = 200;

function readClosed(): readonly string[] {
  try {
    const ids: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is off, or holds something else: the guide is open.
    return [];
  }
}

/** Whether the guide of a book is open in this browser. */
export function useGuide(workId: string): { isOpen: boolean; setOpen: (isOpen: boolean) => void } {
  const [isOpen, setOpen] = useState(() => !readClosed().includes(workId));
  return {
    isOpen,
    setOpen: (next) => {
      setOpen(next);
      const others = readClosed().filter((id) => id !== workId);
      try {
        localStorage.setItem(KEY, JSON.stringify(next ? others : [...others, workId].slice(-MAX_REMEMBERED)));
      } catch {
        // Storage is off: it stays closed until the page is left.
      }
    },
  };
}
