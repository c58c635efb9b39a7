import { MAX_COMMENT_PART_LENGTH, MAX_COMMENTS_PER_PART } from '@vesalius/contract/studio-limits';
import { expect, it } from 'vitest';
import { partOf } from './part-of-threads.ts';

const of = (...lengths: number[]) => partOf(lengths.map((length) => ({ length }))).length;

it.each([
  ['nothing', [], 0],
  ['what fits', [10, 20, 30], 3],
  ['one that is too long, alone', [MAX_COMMENT_PART_LENGTH + 1, 1], 1],
  ['as much as fits exactly', [1, MAX_COMMENT_PART_LENGTH - 1, 1], 2],
  ['no long one after a short one', [1, MAX_COMMENT_PART_LENGTH], 1],
  [
    'no more than a part has',
    Array.from({ length: MAX_COMMENTS_PER_PART + 1 }, () => 1),
    MAX_COMMENTS_PER_PART,
  ],
])('a part has %s', (_, lengths, count) => {
  expect(of(...(lengths as number[]))).toBe(count);
});
