import { type ReactNode, useEffect, useRef, useState } from 'react';

/** How far ahead of the screen it begins (pixels). */
const MARGIN = '600px';

/** Renders what is inside when it comes near the screen; its place is kept until then. */
export function WhenNear({ minHeight, children }: { minHeight: number; children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(false);
  useEffect(() => {
    if (near || !box.current) return;
    if (!('IntersectionObserver' in window)) return setNear(true);
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: MARGIN,
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [near]);
  return (
    <div ref={box} style={{ minHeight }}>
      {near && children}
    </div>
  );
}
