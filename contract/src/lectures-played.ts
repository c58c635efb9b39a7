/**
 * The parts of a video that were really played, as ranges of seconds. The browser collects them and the server merges them with
 * the same functions. Without zod, because the browser loads this file.
 */
import { VIDEO_WATCHED_RATIO } from './constants.ts';

/** Start and end in seconds of the video. */
export type PlayedRange = readonly [from: number, to: number];

/** The player's maximum speed; the server accepts no more. */
export const VIDEO_MAX_SPEED = 2;
/** The interval of the reports of a playing video (seconds). */
export const PLAYED_REPORT_SECONDS = 10;
/** Clocks and buffers are inexact: a report may contain this much more than the time allows (seconds of video). */
export const PLAYED_SLACK_SECONDS = 5;
/** At most this much time counts between two reports (seconds), however long the network was unavailable. */
export const PLAYED_MAX_GAP_SECONDS = 600;
/** Ranges this close are joined, because players report times slightly apart. */
const JOIN_SECONDS = 0.5;

/** Sorts the ranges, merges overlaps, and limits them to the video's length. */
export function mergeRanges(ranges: readonly PlayedRange[], durationSeconds = Infinity): PlayedRange[] {
  const sorted = ranges
    .map(([from, to]) => [Math.max(0, from), Math.min(to, durationSeconds)] as const)
    .filter(([from, to]) => to > from)
    .sort((a, b) => a[0] - b[0]);
  const merged: [number, number][] = [];
  for (const [from, to] of sorted) {
    const last = merged.at(-1);
    if (last && from <= last[1] + JOIN_SECONDS) last[1] = Math.max(last[1], to);
    else merged.push([from, to]);
  }
  return merged.map(([from, to]) => [round(from), round(to)]);
}

/** Hundredths of a second: more digits are noise, and would be stored many times. */
const round = (seconds: number) => Math.round(seconds * 100) / 100;

export const playedSeconds = (ranges: readonly PlayedRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + (to - from), 0);

/** From 0 to 1; 0 for a video without a length. */
export const playedRatio = (ranges: readonly PlayedRange[], durationSeconds: number): number =>
  durationSeconds > 0 ? Math.min(1, playedSeconds(ranges) / durationSeconds) : 0;

/** Seeking to the end does not count; playing 90 percent in any order does. */
export const isWatched = (ranges: readonly PlayedRange[], durationSeconds: number): boolean =>
  playedRatio(ranges, durationSeconds) >= VIDEO_WATCHED_RATIO;

/** How many seconds of video can have been played in this time. */
export const playableSeconds = (elapsedSeconds: number): number =>
  Math.min(Math.max(0, elapsedSeconds), PLAYED_MAX_GAP_SECONDS) * VIDEO_MAX_SPEED + PLAYED_SLACK_SECONDS;
