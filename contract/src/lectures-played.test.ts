import { describe, expect, it } from 'vitest';
import { isWatched, mergeRanges, type PlayedRange, playableSeconds, playedRatio } from './lectures-played.ts';

describe('played ranges', () => {
  it.each<[string, PlayedRange[], PlayedRange[]]>([
    ['nothing stays nothing', [], []],
    [
      'overlaps become one',
      [
        [0, 10],
        [5, 20],
      ],
      [[0, 20]],
    ],
    [
      'what touches within half a second becomes one',
      [
        [0, 10],
        [10.4, 20],
      ],
      [[0, 20]],
    ],
    [
      'gaps stay',
      [
        [0, 10],
        [11, 20],
      ],
      [
        [0, 10],
        [11, 20],
      ],
    ],
    [
      'any order is put in order',
      [
        [50, 60],
        [0, 5],
      ],
      [
        [0, 5],
        [50, 60],
      ],
    ],
    [
      'what lies inside adds nothing',
      [
        [0, 60],
        [10, 20],
      ],
      [[0, 60]],
    ],
    [
      'ends before the beginning and beyond the end are cut',
      [
        [-5, 3],
        [95, 400],
      ],
      [
        [0, 3],
        [95, 100],
      ],
    ],
    [
      'empty and backward ranges are dropped',
      [
        [5, 5],
        [9, 7],
      ],
      [],
    ],
  ])('%s', (_fact, ranges, merged) => {
    expect(mergeRanges(ranges, 100)).toEqual(merged);
  });

  it('are the same however often they are merged', () => {
    const ranges: PlayedRange[] = [
      [3, 8],
      [1, 4],
      [20, 30],
    ];
    const once = mergeRanges(ranges, 100);
    expect(mergeRanges([...once, ...ranges], 100)).toEqual(once);
  });

  it.each<[string, PlayedRange[], boolean]>([
    [
      'jumping to the end is not watching',
      [
        [0, 3],
        [97, 100],
      ],
      false,
    ],
    ['just below 90 percent is not watched', [[0, 89.9]], false],
    ['90 percent is watched', [[0, 90]], true],
    [
      '90 percent in pieces is watched',
      [
        [60, 100],
        [0, 50],
      ],
      true,
    ],
    ['the same ten seconds nine times are not', Array.from({ length: 9 }, () => [0, 10] as const), false],
  ])('%s', (_fact, ranges, watched) => {
    expect(isWatched(mergeRanges(ranges, 100), 100)).toBe(watched);
  });

  it('of a video without a length are nothing', () => {
    expect(playedRatio([[0, 10]], 0)).toBe(0);
  });

  it.each([
    [0, 5],
    [10, 25],
    [-100, 5],
    [86_400, 1205],
  ])('after %d seconds of the clock may be %d seconds of video', (elapsed, playable) => {
    expect(playableSeconds(elapsed)).toBe(playable);
  });
});
