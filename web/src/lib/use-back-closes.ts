import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

interface Layer {
  /** Its entry's place above the page's own; 0 = a navigation took the entry, and closing needs no step. */
  depth: number;
  /** The router's name of the page below. */
  key: string | undefined;
  /** One goes elsewhere from it: the router makes something of its entry. */
  taken: boolean;
  closing: boolean;
}

const stateNow = () => history.state as { layers?: number; key?: string } | null;
/** How many layers lie above the page at this entry of the history. */
const depthNow = (): number => stateNow()?.layers ?? 0;

/** What is open, the lowest first. */
const open: Layer[] = [];
const depthOfOpen = (): number => open.at(-1)?.depth ?? 0;

/** The router replaces or leaves an entry within this time (milliseconds). */
const NAVIGATION_MS = 1000;
let leaving: ReturnType<typeof setTimeout> | undefined;
/** A step back is on its way; what is done to the history before it has arrived would be undone by it. */
let returning = false;
let afterwards: (() => void)[] = [];

function runAfterwards(): void {
  const runs = afterwards;
  afterwards = [];
  for (const run of runs) run();
}

/** An entry of a layer that is no longer open would be a step back that does nothing. */
function leaveEmptyEntries(): void {
  leaving = undefined;
  const empty = depthNow() - depthOfOpen();
  if (empty > 0) {
    returning = true;
    history.go(-empty);
  } else if (!returning) runAfterwards();
}

function leaveSoon(milliseconds = 0): void {
  clearTimeout(leaving);
  leaving = setTimeout(leaveEmptyEntries, milliseconds);
}

/** Runs when no entry of a closed layer is left: a navigation before would be undone by the step that takes it away. */
export function whenLayersAreGone(run: () => void): void {
  afterwards.push(run);
  if (!returning) leaveSoon();
}

/** Nothing lies above the page, and no entry of such a thing: only then an entry may be replaced that is the page's own. */
export const layersAreGone = (): boolean =>
  open.length === 0 && !returning && leaving === undefined && depthNow() === 0;

/** Called by who goes elsewhere from an open layer and closes it: the entry is the navigation's, not to be taken away. */
export function leaveEntryToNavigation(): void {
  const top = open.at(-1);
  if (top) top.taken = true;
}

if (typeof window !== 'undefined') {
  window.addEventListener('popstate', () => {
    if (returning) {
      returning = false;
      // The router hears of this step after us: a navigation begun before would give way to it.
      setTimeout(runAfterwards);
    }
    // Back from elsewhere, or forward: what lay above the page then is not open now.
    if (depthNow() > depthOfOpen()) leaveSoon();
  });
  // The page was reloaded with an open layer.
  if (depthNow() > 0) leaveSoon();
}

/**
 * A phone's step back closes what lies above the page instead of leaving the page: opening adds an entry with the
 * same address. Returns how to close it by hand. That entry goes with the layer, however it is closed.
 */
export function useBackCloses(opened: boolean, onClose: () => void): () => void {
  const close = useRef(onClose);
  useLayoutEffect(() => {
    close.current = onClose;
  }, [onClose]);
  const own = useRef<Layer | null>(null);
  useEffect(() => {
    if (!opened) return;
    const layer: Layer = { depth: 0, key: undefined, taken: false, closing: false };
    own.current = layer;
    open.push(layer);
    const enter = () => {
      const [now, below] = [depthNow(), open.slice(0, open.indexOf(layer))];
      // The entry that a lower layer had was taken by a navigation while it stayed open.
      for (const each of below)
        if (each.depth > now) Object.assign(each, { depth: now, key: stateNow()?.key });
      layer.depth = (below.at(-1)?.depth ?? 0) + 1;
      layer.key = stateNow()?.key;
      if (now < layer.depth) history.pushState({ ...history.state, layers: layer.depth }, '');
    };
    const onPop = () => {
      if (layer.depth > depthNow() || layer.key !== stateNow()?.key) close.current();
    };
    if (returning) afterwards.push(() => open.includes(layer) && enter());
    else enter();
    window.addEventListener('popstate', onPop);
    return () => {
      window.removeEventListener('popstate', onPop);
      own.current = null;
      open.splice(open.indexOf(layer), 1);
      if (depthNow() > depthOfOpen()) leaveSoon(layer.taken ? NAVIGATION_MS : 0);
    };
  }, [opened]);
  return useCallback(() => {
    const layer = own.current;
    if (layer?.closing) return;
    // After a navigation in the meantime the entry is no longer the present one.
    if (!layer || layer.depth === 0 || depthNow() < layer.depth) return close.current();
    layer.closing = true;
    returning = true;
    history.back();
  }, []);
}
