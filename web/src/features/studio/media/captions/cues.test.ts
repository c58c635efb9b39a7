import { describe, expect, it } from 'vitest';
import {
  type Cue,
  cueAt,
  joinWithNext,
  problemsOf,
  readTime,
  shifted,
  splitCue,
  withNewCue,
  writeTime,
} from './cues.ts';

const cue = (id: string, start: number, end: number, text = id): Cue => ({
  id,
  start,
  end,
  text,
  settings: '',
});
const ONE = cue('one', 1, 3, 'The valve opens and closes');
const TWO = cue('two', 4, 6, 'again');
const times = (cues: readonly Cue[]) => cues.map(({ start, end, text }) => [start, end, text]);

describe('captions', () => {
  it('a new one begins at the lecture’s position and ends before the next', () => {
    expect(times(withNewCue([ONE, TWO], 3.2).cues)[1]).toEqual([3.2, 4, '']);
    expect(times(withNewCue([ONE, TWO], 60.1234).cues)[2]).toEqual([60.123, 63.123, '']);
  });

  it.each([
    [
      'at the caret and the second of the lecture',
      9,
      1.5,
      [
        [1, 1.5, 'The valve'],
        [1.5, 3, 'opens and closes'],
      ],
    ],
    [
      'near the middle of its words, and of its time',
      0,
      null,
      [
        [1, 2.154, 'The valve opens'],
        [2.154, 3, 'and closes'],
      ],
    ],
    [
      'by its words where the lecture is elsewhere',
      9,
      8,
      [
        [1, 1.692, 'The valve'],
        [1.692, 3, 'opens and closes'],
      ],
    ],
  ] as const)('one is split %s', (_name, caret, seconds, parts) => {
    expect(times(splitCue([ONE, TWO], 'one', { caret, seconds }).cues)).toEqual([...parts, [4, 6, 'again']]);
  });

  it('two are joined; the last one stays unchanged', () => {
    expect(times(joinWithNext([ONE, TWO], 'one'))).toEqual([[1, 6, 'The valve opens and closes\nagain']]);
    expect(joinWithNext([ONE, TWO], 'two')).toEqual([ONE, TWO]);
  });

  it('all are shifted together, and none before the lecture', () => {
    expect(times(shifted([ONE, TWO], 1.5)).map(([start, end]) => [start, end])).toEqual([
      [2.5, 4.5],
      [5.5, 7.5],
    ]);
    expect(shifted([ONE, TWO], -5).map(({ start }) => start)).toEqual([0, 3]);
  });

  it('problems are reported for each', () => {
    const cues = [
      cue('long', 0, 9),
      cue('under', 2, 4),
      cue('back', 10, 10),
      cue('none', 20, 21, ' '),
      cue('late', 90, 99),
    ];
    expect(Object.fromEntries(problemsOf(cues, 60))).toEqual({
      ...{ under: ['overlaps'], back: ['backwards'], none: ['empty'], late: ['beyond'] },
    });
    expect(problemsOf([ONE, TWO], null).size).toBe(0);
    // One that ends when the next begins does not overlap.
    expect(problemsOf([ONE, cue('next', 3, 4)], null).size).toBe(0);
  });

  it('finds the caption at a second', () => {
    expect(cueAt([ONE, TWO], 4)?.id).toBe('two');
    expect(cueAt([ONE, TWO], 3)).toBeNull();
  });

  it.each([
    ['1:02:03.5', 3723.5],
    ['2:03,25', 123.25],
    ['7', 7],
    ['90.', 90],
    ['', null],
    ['1:2:3:4', null],
    ['soon', null],
    ['-1', null],
    ['١:٠٢٫٥', 62.5],
  ])('the time %j is read', (text, seconds) => {
    expect(readTime(text)).toBe(seconds);
  });

  it('writes times in the form that it reads', () => {
    expect([0, 59.9996, 123.25, 3723.5].map(writeTime)).toEqual([
      '0:00.000',
      '1:00.000',
      '2:03.250',
      '1:02:03.500',
    ]);
  });
});
