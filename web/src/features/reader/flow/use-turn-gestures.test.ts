import { describe, expect, it } from 'vitest';
import { turnOfSwipe, turnOfTap } from './use-turn-gestures.ts';

describe('a tap', () => {
  it.each([
    ['at the right margin turns on', 395, false, 1],
    ['at the left margin turns back', 5, false, -1],
    ['in the middle does nothing', 200, false, 0],
    ['at the left margin turns on in a right-to-left book', 5, true, 1],
    ['at the right margin turns back in a right-to-left book', 395, true, -1],
  ])('%s', (_name, x, rtl, turn) => {
    expect(turnOfTap(x, 400, rtl)).toBe(turn);
  });
});

describe('a swipe', () => {
  it.each([
    ['to the left turns on', -80, 10, false, 1],
    ['to the right turns back', 80, 10, false, -1],
    ['to the right turns on in a right-to-left book', 80, 10, true, 1],
    ['downwards does nothing', 60, 80, false, 0],
    ['of a few pixels does nothing', 20, 0, false, 0],
  ])('%s', (_name, across, down, rtl, turn) => {
    expect(turnOfSwipe(across, down, rtl)).toBe(turn);
  });
});
