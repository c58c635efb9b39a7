import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { diskOr } from './full-disk.ts';
import { EXIT, StartError } from './start-error.ts';

const error = new Error('the embedded PostgreSQL did not start');

it('names the full disk, and that a later start may succeed', async () => {
  const told = await diskOr(error, tmpdir(), Number.POSITIVE_INFINITY);
  expect(told).toBeInstanceOf(StartError);
  expect(told).toMatchObject({
    message: expect.stringMatching(/disk of .* is full/),
    exitCode: EXIT.tryAgain,
  });
});

it('leaves other errors as they are', async () => {
  expect(await diskOr(error, tmpdir(), 0)).toBe(error);
  const known = new StartError('another version');
  expect(await diskOr(known, tmpdir(), Number.POSITIVE_INFINITY)).toBe(known);
});
