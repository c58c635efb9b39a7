import { useCallback, useState } from 'react';

/** Turning a page, or two in two-page view, is no jump. */
const MAX_STEP = 2;
/** Who has read on for so many pages has no page to return to. */
const READ_ON_PAGES = 5;

export interface WayBack {
  /** The page that a jump left; null = there is nowhere to return to. */
  readonly leftPage: number | null;
  noteJump(to: number): void;
  forget(): void;
}

interface Jump {
  readonly from: number;
  readonly to: number;
  /** The pages are scrolled a moment after the jump. */
  readonly hasArrived: boolean;
}

/** Remembers where reading was when a hit, a link, a chapter or a number led elsewhere. Several jumps have one origin. */
export function useWayBack(page: number): WayBack {
  const [jump, setJump] = useState<Jump | null>(null);
  const hasArrived = jump !== null && (jump.hasArrived || page === jump.to);
  const isOver =
    hasArrived && (Math.abs(page - jump.from) < MAX_STEP || Math.abs(page - jump.to) > READ_ON_PAGES);
  if (isOver) setJump(null);
  else if (hasArrived && !jump.hasArrived) setJump({ ...jump, hasArrived });
  const noteJump = useCallback(
    (to: number) => {
      if (Math.abs(to - page) > MAX_STEP)
        setJump((before) => ({ from: before?.hasArrived ? before.from : page, to, hasArrived: false }));
    },
    [page],
  );
  const forget = useCallback(() => setJump(null), []);
  return { leftPage: hasArrived && !isOver ? jump.from : null, noteJump, forget };
}
