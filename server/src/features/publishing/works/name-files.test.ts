import { expect, it } from 'vitest';
import { nameFiles } from './name-files.ts';

const named = (known: Record<string, string>, files: [path: string, assetHash: string][]) =>
  nameFiles(
    new Map(Object.entries(known)),
    files.map(([path, assetHash]) => ({ path, assetHash })),
  ).map(({ path, assetHash }) => `${path} ${assetHash}`);

it('numbers other content under the same name, and leaves out what is there', () => {
  const known = { 'ct/IM1.dcm': 'a', 'ct/IM1-2.dcm': 'b' };
  expect(
    named(known, [
      ['ct/IM1.dcm', 'b'],
      ['ct/IM1.dcm', 'c'],
      ['ct/IM1-3.dcm', 'd'],
      ['ct/IM1.dcm', 'e'],
      ['ct/IM1.dcm', 'e'],
      ['ct/IM2', 'a'],
    ]),
  ).toEqual(['ct/IM1-3.dcm c', 'ct/IM1-3-2.dcm d', 'ct/IM1-4.dcm e', 'ct/IM2 a']);
});

it('names many files of one name', () => {
  const files = Array.from({ length: 20_000 }, (_, index): [string, string] => ['IM1', `${index}`]);
  expect(named({}, files).at(-1)).toBe('IM1-20000 19999');
});
