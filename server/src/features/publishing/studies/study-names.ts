import { basename, dirname } from 'node:path/posix';
import type { WorkFileRow } from '../works/work-queries.ts';

/*
 * Names of a study's files often name the patient. Whoever uploaded a file sees its name until somebody decides about the
 * study; everybody else sees numbers, and nothing that is decided or published holds a name.
 */

const DICOM = 'application/dicom';
/** Where studies arrive (`addWorkStudy`). */
const ARRIVALS = 'dicom/';

export const isOfStudy = ({ path, mediaType }: Pick<WorkFileRow, 'path' | 'mediaType'>): boolean =>
  mediaType === DICOM || path.startsWith(ARRIVALS);

export const isArrival = (folder: string | undefined): folder is string =>
  folder?.startsWith(ARRIVALS) === true;

/** The path of a file that arrives: named by its content. */
export const arrivalPath = (folder: string, assetHash: string): string =>
  `${folder}/${assetHash.slice(0, 16)}`;

/** The name of a slice in the folder of its series. */
export const sliceName = (index: number): string => `${String(index + 1).padStart(4, '0')}.dcm`;

interface Sorted {
  readonly path: string;
}
/** "2/12": image 12 of series 2. The files are in the order of their series. */
function numbersOf(files: readonly Sorted[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    files.map(({ path }) => {
      const folder = dirname(path);
      const count = (counts.get(folder) ?? 0) + 1;
      counts.set(folder, count);
      return [path, `${[...counts.keys()].indexOf(folder) + 1}/${count}`] as const;
    }),
  );
}

/** What the caller may see of the files of a work. */
export function withoutNames<File extends WorkFileRow>(
  files: readonly File[],
  { userId, mayEdit }: { userId: string; mayEdit: boolean },
): File[] {
  const counts = new Map<string, number>();
  return files.map((file) => {
    if (!isOfStudy(file)) return file;
    const folder = dirname(file.path);
    const index = counts.get(folder) ?? 0;
    counts.set(folder, index + 1);
    // Only those who edit the book do something with the path; a book folder may have a name in it.
    const path = mayEdit ? file.path : `${folder}/${sliceName(index)}`;
    return { ...file, path, originalName: file.addedBy === userId ? file.originalName : basename(path) };
  });
}

/** Names in an answer about one study, for the caller; `files` in the order of the study. */
export function namesFor(
  userId: string,
  files: readonly WorkFileRow[],
  order: readonly Sorted[],
): ReadonlyMap<string, string> {
  const numbers = numbersOf(order);
  return new Map(
    files.map(({ path, originalName, addedBy }) => [
      path,
      addedBy === userId ? originalName : (numbers.get(path) ?? ''),
    ]),
  );
}
