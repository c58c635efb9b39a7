import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { showBeginning } from '../ui/focus-in-view.ts';

/** Dialogs return the focus within this time (milliseconds). */
const SETTLE_MS = 120;
/** A briefly disabled element is enabled again within this time (milliseconds). */
const STAYS_OFF_MS = 2000;
/** After this time, a screen without a heading is assumed to have none (milliseconds). */
const HEADING_WITHIN_MS = 10_000;

const DIALOG = '[role="dialog"], dialog';
const hasNoFocus = () => document.activeElement === null || document.activeElement === document.body;
const isUsable = (element: HTMLElement) =>
  element.isConnected && !element.matches(':disabled') && element.closest('[inert], [hidden]') === null;

/** Headings and regions are not controls: they can get the focus from code but not with the Tab key. */
function focusQuietly(element: HTMLElement): void {
  if (!element.hasAttribute('tabindex')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

/** An element that had the focus, with its ancestors: what remains of them decides where the focus goes. */
interface FocusedElement {
  readonly element: HTMLElement;
  readonly ancestors: readonly Element[];
}

function placeOf(element: HTMLElement): FocusedElement {
  const ancestors: Element[] = [];
  for (let at = element.parentElement; at && at !== document.body; at = at.parentElement) ancestors.push(at);
  return { element, ancestors };
}

/** The nearest remaining part of the page: the element itself if it can get the focus, otherwise its heading. */
function headingNear({ ancestors }: FocusedElement): HTMLElement | null {
  for (const ancestor of ancestors) {
    if (!ancestor.isConnected) continue;
    // A region that can be scrolled with the keyboard (the pages of a book) is a good place to continue.
    if (ancestor instanceof HTMLElement && ancestor.tabIndex === 0) return ancestor;
    const heading = ancestor.querySelector<HTMLElement>('h1, h2, h3');
    if (heading) return heading;
  }
  return null;
}

/**
 * The focus moves to the document when its element is removed or disabled: a deleted row, a button that became a result. Then
 * keys do nothing and a screen reader starts at the top. This returns the focus to the same element as soon as it can be used
 * again, otherwise to the heading of its part of the page.
 */
export function keepFocus(): () => void {
  let last: FocusedElement | null = null;
  let inPage: FocusedElement | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const restore = (isLate: boolean) => {
    if (!last || !hasNoFocus()) return;
    if (isUsable(last.element)) return last.element.focus({ preventScroll: true });
    // A disabled element may be enabled again or stay disabled. While it is loading, wait without a limit: the observer
    // notices the end.
    if (last.element.isConnected && last.element.hasAttribute('data-loading')) return;
    if (last.element.isConnected && !isLate) {
      timer = setTimeout(() => restore(true), STAYS_OFF_MS);
      return;
    }
    // When a dialog is gone, its root and the element that all dialogs share may remain: nothing to continue in.
    const isDialogThere = last.ancestors.some((each) => each.isConnected && each.matches(DIALOG));
    const survives = last.ancestors.some(
      (each) => each.isConnected && each.id !== 'main' && (isDialogThere || !each.closest('[data-portal]')),
    );
    const opener = survives ? null : inPage;
    if (opener && isUsable(opener.element)) return opener.element.focus({ preventScroll: true });
    const heading =
      headingNear(last) ?? (opener && headingNear(opener)) ?? document.querySelector<HTMLElement>('main h1');
    if (!heading) return;
    focusQuietly(heading);
    // The page does not move under a mouse or a finger.
    if (heading.matches(':focus-visible')) showBeginning(heading);
  };
  const check = () => {
    // Browsers remove the focus from a disabled button only after a moment.
    if (!last || (!hasNoFocus() && isUsable(last.element))) return;
    clearTimeout(timer);
    timer = setTimeout(() => restore(false), SETTLE_MS);
  };
  const onFocus = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === document.body) return;
    last = placeOf(target);
    if (!target.closest(DIALOG)) inPage = last;
  };
  // Clicking beside all controls removes the focus on purpose.
  const onPress = ({ target }: PointerEvent) => {
    if (target instanceof Element && !target.closest('button, a, input, select, textarea, [role]'))
      last = null;
  };
  const observer = new MutationObserver(check);
  observer.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['disabled', 'hidden', 'inert'],
  });
  document.addEventListener('focusin', onFocus);
  document.addEventListener('pointerdown', onPress, true);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
    document.removeEventListener('pointerdown', onPress, true);
  };
}

/** The header's links lead to sections of the landing page: the view and the focus go there. */
export function useSectionFocus(): void {
  const { pathname, hash, key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a click on the same link leads there again
  useEffect(() => {
    const section = sectionOf(pathname, hash);
    if (!section) return;
    section.scrollIntoView({ block: 'start' });
    focusQuietly(section.querySelector<HTMLElement>('h2, h3') ?? section);
  }, [pathname, hash, key]);
}

const sectionOf = (pathname: string, hash: string): HTMLElement | null =>
  pathname === '/' && hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;

/** The former page was left for this one by a full load, for instance by signing out: to its user it is a new screen. */
let isArrival = false;
export const startAtHeading = (): void => {
  isArrival = true;
};

/** A new screen gets the focus at its heading, unless it has focused a field or a dialog itself. */
export function useRouteFocus(): void {
  const { pathname, hash } = useLocation();
  const shown = useRef(pathname);
  const before = useRef({ pathname, element: null as Element | null });
  // Rendered while the old screen is still there: remember what led away from it.
  if (before.current.pathname !== pathname) before.current = { pathname, element: document.activeElement };
  useEffect(() => {
    if (shown.current === pathname && !isArrival) return;
    isArrival = false;
    shown.current = pathname;
    if (sectionOf(pathname, hash)) return;
    const main = document.getElementById('main');
    if (!main) return;
    const startedAt = before.current.element;
    const hasChosen = () => {
      const { activeElement: active } = document;
      return active !== null && active !== startedAt && active !== main && !hasNoFocus();
    };
    const focusHeading = () => {
      if (hasChosen()) return true;
      const heading = main.querySelector<HTMLElement>('h1');
      if (!heading) return false;
      focusQuietly(heading);
      return true;
    };
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
    };
    const observer = new MutationObserver(() => focusHeading() && stop());
    const timer = setTimeout(stop, HEADING_WITHIN_MS);
    if (focusHeading()) {
      clearTimeout(timer);
      return;
    }
    focusQuietly(main);
    observer.observe(main, { childList: true, subtree: true });
    return stop;
  }, [pathname, hash]);
}
