import { usesOfFile } from '@vesalius/contract/file-uses';
import { expect, it } from 'vitest';
import { listFiles } from './list-files.ts';

const BOOK = {
  cover: 'cover.png',
  samples: ['a.png', 'cover.png'],
  title: 'a.png is not a file here',
  supplementaries: [
    {
      _id: 's',
      page: 1,
      materials: [{ key: 'scan', type: 'dicom', series: [{ key: 'one', folder: 'dicom/x/' }] }],
    },
  ],
};
const file = (path: string) => ({
  ...{ path, asset: 'a', bytes: 10, media_type: 'image/png', original_name: path },
  ...{ added_at: '2026-03-01T09:00:00.000Z', address: null },
});

it('finds every field that names a file, or the folder that it is in', () => {
  expect(usesOfFile(BOOK, 'cover.png')).toEqual([['cover'], ['samples']]);
  expect(usesOfFile(BOOK, 'dicom/x/1.dcm')).toEqual([
    ['supplementaries', '#s', 'materials', '#scan', 'series', '#one', 'folder'],
  ]);
  expect(usesOfFile(BOOK, 'dicom')).toHaveLength(1);
  expect(usesOfFile(BOOK, 'dicom/xy.dcm')).toEqual([]);
});

it('lists a folder of many files as one, and the files of a small folder', () => {
  const slices = Array.from({ length: 9 }, (_, index) => file(`dicom/x/${index}.dcm`));
  expect(listFiles(BOOK, [file('pictures/b.png'), ...slices])).toMatchObject([
    { path: 'pictures/b.png', files: 1, uses: [] },
    { path: 'dicom/x', files: 9, bytes: 90, uses: [expect.anything()] },
  ]);
});
