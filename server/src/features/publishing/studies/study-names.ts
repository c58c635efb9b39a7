import { basename, dirname } from 'node:path/posix';
import { numbered } from '../works/name-files.ts';
import type { WorkFileRow } from '../works/work-queries.ts';

/*
 * Names of a study's files often name the patient. Whoever uploaded a file sees its name until somebody decides about the
 * study; everybody else sees numbers, and nothing that is decided or published holds a name.
 */

/** Images, and archives of them. */
const TYPES: readonly string[] = ['application/dicom', 'application/zip'];
/** Of one series. */
export const MAX_SLICES = 5000;
/** Where studies arrive (`addWorkStudy`). */
const ARRIVALS = 'dicom/';

export const isOfStudy = ({ path, mediaType }: Pick<WorkFileRow, 'path' | 'mediaType'>): boolean =>
  TYPES.includes(mediaType) || path.startsWith(ARRIVALS);

export const isArrival = (folder: string | undefined): folder is string =>
  folder?.startsWith(ARRIVALS) === true;

/** The path of a file that arrives: named by its content. */
export const arrivalPath = (folder: string | undefined, assetHash: string): string =>
  inFolder(folder, assetHash.slice(0, 16));

export const inFolder = (folder: string | undefined, name: string): string =>
  [folder, name].filter(Boolean).join('/');

/** What a file of a study is called here: by its content, or by its number. */
const NUMBERS = /^(?:[0-9a-f]{16}(?:-\d{1,4})?|\d{4}(?:-\d{1,4})?\.dcm)$/;

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

/** "ct/0012.dcm" for each file, by its place in its folder. The files are in the order of their paths. */
export function numberedPaths(files: readonly Sorted[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  return new Map(
    files.map(({ path }) => {
      const folder = dirname(path);
      const index = counts.get(folder) ?? 0;
      counts.set(folder, index + 1);
      return [path, inFolder(folder === '.' ? undefined : folder, sliceName(index))] as const;
    }),
  );
}

/** Numbers for the images of a study whose paths may name somebody: files that an earlier release, or a folder, named. */
export function renamedImages(
  files: readonly WorkFileRow[],
): { from: string; path: string; assetHash: string }[] {
  const taken = new Set(files.map(({ path }) => path));
  const numbers = numberedPaths(files);
  return files.flatMap(({ path: from, assetHash, mediaType }) => {
    if (mediaType !== TYPES[0] || NUMBERS.test(basename(from))) return [];
    let path = numbers.get(from) ?? from;
    for (let count = 2; taken.has(path); count += 1) path = numbered(numbers.get(from) ?? from, count);
    taken.add(path);
    return [{ from, path, assetHash }];
  });
}

/** What the caller may see of the files of a work. */
export function withoutNames<File extends WorkFileRow>(
  files: readonly File[],
  { userId, mayEdit }: { userId: string; mayEdit: boolean },
): File[] {
  const numbers = numberedPaths(files);
  return files.map((file) => {
    if (!isOfStudy(file)) return file;
    const number = numbers.get(file.path) ?? '';
    // Only those who edit the book do something with the path; a book folder may have a name in it.
    const path = mayEdit ? file.path : number;
    const name = NUMBERS.test(basename(path)) ? path : number;
    return { ...file, path, originalName: file.addedBy === userId ? file.originalName : basename(name) };
  });
}

/** What the check list calls a file by its number, in the words of the caller who uploaded it. */
export function ownNames(files: readonly WorkFileRow[], userId: string): ReadonlyMap<string, string> {
  const numbers = numberedPaths(files);
  return new Map(
    files
      .filter((file) => isOfStudy(file) && file.addedBy === userId)
      .map(({ path, originalName }) => [numbers.get(path) ?? '', originalName]),
  );
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
