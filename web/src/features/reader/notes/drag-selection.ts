import type { PageText } from '@vesalius/contract/reader-text';
import { layerTexts } from '../text/layer-texts.ts';
import { caretsAroundGap, nearestCaret, type WordCaret } from '../text/nearest-caret.ts';

interface Caret {
  readonly node: Node;
  readonly offset: number;
}

/** The mouse has to move this far before it selects, so that a click stays a click (pixels). */
const MIN_DRAG_DISTANCE = 3;
/** Selecting closer than this to the edge of the pages scrolls them (pixels). */
const SCROLL_EDGE = 32;
/** The scroll distance per frame, as a share of the distance beyond that edge. */
const SCROLL_SHARE = 0.25;

/**
 * Selecting with the mouse. Between the words of a page there are no elements, so a browser's own selection jumps
 * several lines in a gap or margin. Here, each point selects the nearest word of its line. Double and triple clicks,
 * Shift and touch are left to the browser.
 */
export function selectByDragging(area: HTMLElement): () => void {
  let end: (() => void) | null = null;

  const begin = (event: MouseEvent) => {
    if (event.button !== 0 || event.detail > 1) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as Element;
    const sheet = target.closest('[data-page]');
    if (!sheet || target.closest('button, a, input, textarea, [role="button"]')) return;
    const anchors = anchorsAt(event, sheet);
    if (!anchors) return;
    // Prevents the browser's own selection; the other effects of a press are done here.
    event.preventDefault();
    area.focus({ preventScroll: true });
    document.getSelection()?.removeAllRanges();
    end?.();
    end = drag(area, sheet, anchors, event);
  };
  area.addEventListener('mousedown', begin);
  return () => {
    end?.();
    area.removeEventListener('mousedown', begin);
  };
}

/** Where a selection starts: in a gap between two lines, at the word in the direction of the selection. */
interface Anchors {
  readonly forward: Caret;
  readonly backward: Caret;
}

function anchorsAt(point: Point, sheet: Element): Anchors | null {
  const caret = caretAt(point, sheet);
  if (!caret) return null;
  const same = { forward: caret, backward: caret };
  const layer = sheet.querySelector('[data-text-layer]');
  const text = layer && layerTexts.get(layer);
  if (!text || wordUnder(point, layer)) return same;
  const { x, y } = pointOnPage(layer, point.clientX, point.clientY);
  const gap = caretsAroundGap(text, x, y);
  const forward = gap && caretIn(layer, text, gap.below);
  const backward = gap && caretIn(layer, text, gap.above);
  return forward && backward ? { forward, backward } : same;
}

/** Whether the selection runs forward: its end is after the gap in which it started. */
const endsBehind = ({ forward }: Anchors, { node, offset }: Caret): boolean => {
  if (node === forward.node) return offset >= forward.offset;
  return Boolean(forward.node.compareDocumentPosition(node) & Node.DOCUMENT_POSITION_FOLLOWING);
};

function drag(area: HTMLElement, firstSheet: Element, anchors: Anchors, start: MouseEvent): () => void {
  let point: Point = start;
  let sheet = firstSheet;
  let moved = false;
  let frame = 0;

  const extend = () => {
    sheet = document.elementFromPoint(point.clientX, point.clientY)?.closest('[data-page]') ?? sheet;
    const focus = caretAt(point, sheet);
    if (!focus) return;
    const anchor = endsBehind(anchors, focus) ? anchors.forward : anchors.backward;
    document.getSelection()?.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
  };
  const scroll = () => {
    const step = scrollStep(area, point.clientY);
    if (step !== 0) {
      area.scrollTop += step;
      extend();
    }
    frame = requestAnimationFrame(scroll);
  };
  const onMove = (event: MouseEvent) => {
    point = event;
    const distance = Math.hypot(event.clientX - start.clientX, event.clientY - start.clientY);
    if (!moved && distance < MIN_DRAG_DISTANCE) return;
    if (!moved) frame = requestAnimationFrame(scroll);
    moved = true;
    extend();
  };
  const end = () => {
    cancelAnimationFrame(frame);
    document.removeEventListener('mousemove', onMove);
    document.removeEventListener('mouseup', end);
    window.removeEventListener('blur', end);
  };
  document.addEventListener('mousemove', onMove);
  document.addEventListener('mouseup', end);
  window.addEventListener('blur', end);
  return end;
}

interface Point {
  readonly clientX: number;
  readonly clientY: number;
}

/** Within a word, the letter under the pointer; beside the words, the nearest position of the line. */
function caretAt({ clientX, clientY }: Point, sheet: Element): Caret | null {
  const layer = sheet.querySelector('[data-text-layer]');
  const text = layer && layerTexts.get(layer);
  if (!text) return null;
  const word = wordUnder({ clientX, clientY }, layer);
  const letter = word ? caretFromPoint(clientX, clientY) : null;
  if (letter && word?.contains(letter.node)) return letter;
  const { x, y } = pointOnPage(layer, clientX, clientY);
  const caret = nearestCaret(text, x, y);
  return caret && caretIn(layer, text, caret);
}

function wordUnder({ clientX, clientY }: Point, layer: Element): Element | null {
  const word = document.elementFromPoint(clientX, clientY)?.closest('[data-word]');
  return word && layer.contains(word) ? word : null;
}

function caretIn(layer: Element, { words }: PageText, { word, side }: WordCaret): Caret | null {
  const node = layer.querySelector(`[data-word="${word}"]`)?.firstChild;
  return node ? { node, offset: side === 'before' ? 0 : (words[word]?.[4].length ?? 0) } : null;
}

function caretFromPoint(x: number, y: number): Caret | null {
  if ('caretPositionFromPoint' in document) {
    const position = document.caretPositionFromPoint(x, y);
    return position && { node: position.offsetNode, offset: position.offset };
  }
  // For Safari before 18.4.
  const range = (document as Document).caretRangeFromPoint?.(x, y);
  return range ? { node: range.startContainer, offset: range.startOffset } : null;
}

/** As fractions of the unrotated page. */
function pointOnPage(layer: Element, clientX: number, clientY: number): { x: number; y: number } {
  const { left, top, width, height } = layer.getBoundingClientRect();
  const across = (clientX - left) / width;
  const down = (clientY - top) / height;
  const rotation = Number(layer.closest('[data-rotation]')?.getAttribute('data-rotation') ?? 0);
  if (rotation === 90) return { x: down, y: 1 - across };
  if (rotation === 180) return { x: 1 - across, y: 1 - down };
  if (rotation === 270) return { x: 1 - down, y: across };
  return { x: across, y: down };
}

function scrollStep(area: HTMLElement, y: number): number {
  const { top, bottom } = area.getBoundingClientRect();
  if (y < top + SCROLL_EDGE) return (y - top - SCROLL_EDGE) * SCROLL_SHARE;
  if (y > bottom - SCROLL_EDGE) return (y - bottom + SCROLL_EDGE) * SCROLL_SHARE;
  return 0;
}
