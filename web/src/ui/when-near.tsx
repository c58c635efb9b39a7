import { type ReactNode, useEffect, useRef, useState } from 'react';

/** The distance from the viewport at which rendering begins (pixels). */
const MARGIN = '600px';

/**
 * Renders its children when they come near the viewport; a placeholder of `minHeight` reserves their space until then.
 */
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
