/** Scrolls the box until the element is in view. The page stays where it is, unlike with `scrollIntoView`. */
export function scrollWithin(box: HTMLElement, element: HTMLElement): void {
  const [around, own] = [box.getBoundingClientRect(), element.getBoundingClientRect()];
  box.scrollTop += distance([own.top, own.bottom], [around.top, around.bottom]);
  box.scrollLeft += distance([own.left, own.right], [around.left, around.right]);
}

type Span = readonly [start: number, end: number];
const distance = ([start, end]: Span, [from, to]: Span): number =>
  start < from ? start - from : end > to ? Math.min(end - to, start - from) : 0;
