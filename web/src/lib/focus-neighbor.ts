/** The position of an element: its parents, nearest first, each with the index of the child that leads to it. */
export type Place = readonly { readonly parent: Element; readonly index: number }[];

const FOCUSABLE = [
  ...['a[href]', 'button:not(:disabled)', 'input:not(:disabled)', 'select:not(:disabled)'],
  ...['textarea:not(:disabled)', '[tabindex="0"]'],
].join(',');

export function placeOf(element: Element): Place {
  const steps: { parent: Element; index: number }[] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    steps.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return steps;
}

const firstIn = (element: Element | undefined): HTMLElement | undefined => {
  if (!element) return undefined;
  const all = [element, ...element.querySelectorAll(FOCUSABLE)];
  return all.find(
    (each): each is HTMLElement =>
      each instanceof HTMLElement && each.matches(FOCUSABLE) && !each.closest('[hidden], [inert]'),
  );
};

/**
 * Moves the focus from a removed element to the one now in its position (the next row of a list), else to the one
 * before it, else to one around it, and at last to the first heading
 * that is to be seen.
 */
export function focusNeighbor(place: Place): void {
  for (const { parent, index } of place) {
    if (parent.matches('body, html')) break;
    if (!parent.isConnected) continue;
    const isScreen = parent.matches('main');
    const around = isScreen ? undefined : firstIn(parent);
    const near = firstIn(parent.children[index]) ?? firstIn(parent.children[index - 1]) ?? around;
    if (near) {
      near.focus();
      return;
    }
    if (isScreen) break;
  }
  const heading = document.querySelector<HTMLElement>('main :is(h1, h2):not(.visually-hidden)');
  if (!heading) return;
  if (!heading.hasAttribute('tabindex')) heading.tabIndex = -1;
  heading.focus();
}
