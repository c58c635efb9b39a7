import { createWriteStream } from 'node:fs';
import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { assetKey } from '../assets/store-asset.ts';
import { Manifest } from '../manifest.ts';
import { findReleaseRow, listReleaseFiles, type Revision } from '../store/release-queries.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';

/** The text says what is wrong. */
export class ExportRefused extends Error {}

/** Writes a release as a book folder, which imports to the same release. Answers the number of files. */
export async function exportBook(
  deps: ReleaseDeps,
  { bookId, revision }: Revision,
  folder: string,
): Promise<number> {
  await rebuildFirstRelease(deps, bookId);
  const release = await findReleaseRow(deps.db, { bookId, revision });
  if (!release?.manifest)
    throw new ExportRefused('of this release no manifest was kept; import the book anew');
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new ExportRefused(`${folder} is not empty; name a new folder`);
  const files = await listReleaseFiles(deps.db, { bookId, revision });
  for (const [name, hash] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await pipeline(deps.storage.read(assetKey(hash)), createWriteStream(path));
  }
  // Last: a folder without it is no book folder.
  await writeFile(join(folder, 'book.yaml'), yamlOf(release.manifest));
  return files.size + 1;
}

/** In the order in which the documentation explains the fields; without what says nothing. */
function yamlOf(manifest: Manifest): string {
  const fields = Object.keys(Manifest.shape).flatMap((name): [string, unknown][] => {
    const value = manifest[name as keyof Manifest];
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [[name, value]];
  });
  // Without aliases and line breaks of its own: both would be another text to whoever reads it.
  return stringify(Object.fromEntries(fields), { aliasDuplicateObjects: false, lineWidth: 0 });
}
