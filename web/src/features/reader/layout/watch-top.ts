/**
 * Tells by how many pixels the area's top edge has moved when its size changes: bars above it came or went. The words
 * keep their height on the screen, because the reader's eyes are on them.
 */
export function watchTop(area: HTMLElement, onMoved: (by: number) => void): () => void {
  let { top } = area.getBoundingClientRect();
  const observer = new ResizeObserver(() => {
    const now = area.getBoundingClientRect().top;
    const by = now - top;
    top = now;
    if (Math.abs(by) >= 1) onMoved(by);
  });
  observer.observe(area);
  return () => observer.disconnect();
}
