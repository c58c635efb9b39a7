import { usesOfFile } from '@vesalius/contract/file-uses';
import type { WorkFile } from '@vesalius/contract/work-files';
import type { Fields, Path } from '@vesalius/contract/working-copy-document';

/** A file of the work, or a folder of many. */
export interface ListedFile {
  readonly path: string;
  readonly name: string;
  readonly files: number;
  readonly bytes: number;
  /** Of a picture. */
  readonly address: string | null;
  /** The fields of the working copy that name it. */
  readonly uses: readonly Path[];
}

/** A folder with more files is one line: nobody looks after the slices of a study one by one. */
const MAX_SINGLE_FILES = 8;
const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export function listFiles(
  document: Fields,
  files: readonly (WorkFile & { readonly address: string | null })[],
): ListedFile[] {
  const counts = new Map<string, number>();
  for (const { path } of files) counts.set(folderOf(path), (counts.get(folderOf(path)) ?? 0) + 1);
  const listed = new Map<string, ListedFile>();
  for (const { path, original_name, bytes, address } of files) {
    const folder = folderOf(path);
    const isMany = folder !== '' && (counts.get(folder) ?? 0) > MAX_SINGLE_FILES;
    const place = isMany ? folder : path;
    const known = listed.get(place);
    listed.set(place, {
      path: place,
      name: isMany ? folder : original_name,
      files: (known?.files ?? 0) + 1,
      bytes: (known?.bytes ?? 0) + bytes,
      address: isMany ? null : address,
      uses: known?.uses ?? usesOfFile(document, place),
    });
  }
  return [...listed.values()];
}
