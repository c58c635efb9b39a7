import { compareSlices, type DicomSlice } from '../../lectures/dicom-check.ts';
import type { LeftOutFile } from './study-queries.ts';

export interface SliceOfStudy {
  readonly path: string;
  readonly name: string;
  readonly assetHash: string;
  readonly slice: DicomSlice;
}

/**
 * Images of one series and one size belong together: a scout that was taken with another size is a series of its own. The
 * same image twice is there once. Larger series come first.
 */
export function splitSeries(slices: readonly SliceOfStudy[]): {
  series: SliceOfStudy[][];
  leftOut: (LeftOutFile & Pick<SliceOfStudy, 'path'>)[];
} {
  const groups = new Map<string, SliceOfStudy[]>();
  const leftOut: (LeftOutFile & Pick<SliceOfStudy, 'path'>)[] = [];
  const seen = new Set<string>();
  for (const each of slices) {
    const { seriesUid, instanceUid, columns, rows } = each.slice;
    const image = instanceUid || each.assetHash;
    if (seen.has(image)) {
      leftOut.push({ path: each.path, file: each.name, reason: 'is the same image as another file' });
      continue;
    }
    seen.add(image);
    const group = `${seriesUid} ${columns} ${rows}`;
    const known = groups.get(group);
    if (known) known.push(each);
    else groups.set(group, [each]);
  }
  const series = [...groups.values()].map((group) =>
    group.toSorted((a, b) => compareSlices(a.slice, b.slice) || (orderOf(a) < orderOf(b) ? -1 : 1)),
  );
  return { series: series.toSorted((a, b) => b.length - a.length), leftOut };
}

/** Images without a position and a number are in the order of their names. */
const orderOf = ({ name, path }: SliceOfStudy): string => `${name}\n${path}`;
