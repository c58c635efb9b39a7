/**
 * Which parts of a video were really played: ranges of seconds. The browser collects them and the server merges
 * them with these same functions. No zod here: the browser loads this file.
 */
import { VIDEO_WATCHED_RATIO } from './constants.ts';

/** From and to, in seconds of the video. */
export type PlayedRange = readonly [from: number, to: number];

/** The player offers no more than this, and the server believes no more. */
export const VIDEO_MAX_SPEED = 2;
/** How often a playing video tells the server (seconds). */
export const PLAYED_REPORT_SECONDS = 10;
/** Clocks and buffers are not exact: a report may bring this much more than the clock says (seconds of video). */
export const PLAYED_SLACK_SECONDS = 5;
/** A report never counts more than this since the last one (seconds), however long the network was away. */
export const PLAYED_LONGEST_GAP_SECONDS = 600;
/** Two ranges this close are one: players report times a little apart. */
const JOIN_SECONDS = 0.5;

/** In order, without overlaps, within 0 and the video's length. */
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

/** Hundredths of a second: more digits say nothing and are stored a thousand times. */
const round = (seconds: number) => Math.round(seconds * 100) / 100;

export const playedSeconds = (ranges: readonly PlayedRange[]): number =>
  ranges.reduce((sum, [from, to]) => sum + (to - from), 0);

/** 0 to 1. A video without a length was not played. */
export const playedRatio = (ranges: readonly PlayedRange[], durationSeconds: number): number =>
  durationSeconds > 0 ? Math.min(1, playedSeconds(ranges) / durationSeconds) : 0;

/** Jumping to the end does not count; playing 90 percent, in whatever order, does. */
export const isWatched = (ranges: readonly PlayedRange[], durationSeconds: number): boolean =>
  playedRatio(ranges, durationSeconds) >= VIDEO_WATCHED_RATIO;

/** The seconds of video that the clock allows to have been played since the last report. */
export const playableSeconds = (elapsedSeconds: number): number =>
  Math.min(Math.max(0, elapsedSeconds), PLAYED_LONGEST_GAP_SECONDS) * VIDEO_MAX_SPEED + PLAYED_SLACK_SECONDS;
