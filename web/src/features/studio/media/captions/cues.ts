import type { WorkCue } from '@vesalius/contract/work-files';
import { westernDigits } from '../../../../lib/western-digits.ts';
import { shortId } from '../../fields/field-spec.ts';

/** One caption while it is edited; `id` exists in this tab only. */
export interface Cue {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly settings: string;
}

/** The default length of a new caption (seconds). */
const NEW_CUE_SECONDS = 3;
/** Encoders round: a caption may end this much after the lecture (seconds), as in the check list. */
const END_TOLERANCE = 5;

export const cuesOf = (cues: readonly WorkCue[]): Cue[] =>
  cues.map(({ start_seconds: start, end_seconds: end, text, settings }) => ({
    ...{ id: shortId(), start, end, text, settings },
  }));
export const cuesToStore = (cues: readonly Cue[]): WorkCue[] =>
  cues.map(({ start, end, text, settings }) => ({
    ...{ start_seconds: start, end_seconds: end, text, settings },
  }));

export const inOrder = (cues: readonly Cue[]): Cue[] =>
  cues.toSorted((one, other) => one.start - other.start);
const rounded = (seconds: number) => Math.round(Math.max(0, seconds) * 1000) / 1000;

export const withCue = (cues: readonly Cue[], id: string, change: Partial<Omit<Cue, 'id'>>): Cue[] =>
  cues.map((cue) => (cue.id === id ? { ...cue, ...change } : cue));

/** Adds a caption that begins at a second, and ends before the next one begins. */
export function withNewCue(cues: readonly Cue[], seconds: number): { cues: Cue[]; id: string } {
  const start = rounded(seconds);
  const next = cues.find((cue) => cue.start > start);
  const end = rounded(Math.min(start + NEW_CUE_SECONDS, next?.start ?? Number.POSITIVE_INFINITY));
  const id = shortId();
  return { cues: inOrder([...cues, { id, start, end, text: '', settings: '' }]), id };
}

/**
 * Splits a caption: the text at the caret or near the middle; the time at the lecture's position if that is within,
 * else in proportion to the text.
 */
export function splitCue(
  cues: readonly Cue[],
  id: string,
  { caret, seconds }: { caret: number; seconds: number | null },
): { cues: Cue[]; id: string } {
  const cue = cues.find((each) => each.id === id);
  if (!cue) return { cues: [...cues], id };
  const { start, end, text } = cue;
  const at = caret > 0 && caret < text.length ? caret : nearMiddle(text);
  const isWithin = seconds !== null && seconds > start && seconds < end;
  const share = text.length === 0 ? 0.5 : at / text.length;
  const border = rounded(isWithin ? seconds : start + (end - start) * share);
  const second = { ...cue, id: shortId(), start: border, text: text.slice(at).trim() };
  const parts = [{ ...cue, end: border, text: text.slice(0, at).trim() }, second];
  return { cues: cues.flatMap((each) => (each === cue ? parts : [each])), id: second.id };
}

/** The gap between words closest to the middle. */
function nearMiddle(text: string): number {
  const middle = text.length / 2;
  const spaces = [...text.matchAll(/\s+/g)].map(({ index }) => index);
  return spaces.toSorted((one, other) => Math.abs(one - middle) - Math.abs(other - middle))[0] ?? text.length;
}

export function joinWithNext(cues: readonly Cue[], id: string): Cue[] {
  const index = cues.findIndex((each) => each.id === id);
  const [cue, next] = [cues[index], cues[index + 1]];
  if (!cue || !next) return [...cues];
  const text = [cue.text, next.text].filter((each) => each !== '').join('\n');
  return cues.toSpliced(index, 2, { ...cue, end: Math.max(cue.end, next.end), text });
}

/** Shifts all captions later or earlier; none begins before the lecture. */
export function shifted(cues: readonly Cue[], seconds: number): Cue[] {
  const by = Math.max(seconds, -Math.min(...cues.map(({ start }) => start)));
  return cues.map((cue) => ({ ...cue, start: rounded(cue.start + by), end: rounded(cue.end + by) }));
}

export type CueProblem = 'backwards' | 'overlaps' | 'empty' | 'beyond';
/** The problems by id. `cues` must be in order. */
export function problemsOf(cues: readonly Cue[], duration: number | null): Map<string, CueProblem[]> {
  let lastEnd = 0;
  const all = cues.map(({ id, start, end, text }): [string, CueProblem[]] => {
    const problems: CueProblem[] = [];
    if (end <= start) problems.push('backwards');
    if (start < lastEnd) problems.push('overlaps');
    if (text.trim() === '') problems.push('empty');
    if (duration !== null && end > duration + END_TOLERANCE) problems.push('beyond');
    lastEnd = Math.max(lastEnd, end);
    return [id, problems];
  });
  return new Map(all.filter(([, problems]) => problems.length > 0));
}

/** The caption that is shown at a second. */
export const cueAt = (cues: readonly Cue[], seconds: number): Cue | null =>
  cues.findLast(({ start, end }) => start <= seconds && seconds < end) ?? null;

const TIME = /^(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6}(?:[.,]\d{0,3})?)$/;
/** "1:02:03.5", "2:03.5" or "3.5"; null for anything else. */
export function readTime(text: string): number | null {
  const match = TIME.exec(westernDigits(text.trim()));
  if (!match) return null;
  const [, hours = '0', minutes = '0', seconds = '0'] = match;
  return rounded(Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds.replace(',', '.')));
}

export function writeTime(seconds: number): string {
  const thousandths = Math.round(seconds * 1000);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const [hours, minutes] = [Math.floor(thousandths / 3_600_000), Math.floor(thousandths / 60_000) % 60];
  const rest = `${two((thousandths / 1000) % 60)}.${String(thousandths % 1000).padStart(3, '0')}`;
  return hours > 0 ? `${hours}:${two(minutes)}:${rest}` : `${minutes}:${rest}`;
}
