import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import { copyAsset, DamagedAsset } from '../assets/copy-asset.ts';
import { Manifest } from '../manifest.ts';
import { findReleaseRow, listReleaseFiles, type Revision } from '../store/release-queries.ts';
import { filesOfWork } from '../works/check-work.ts';
import { withoutIds } from '../works/fill-work.ts';
import { findWork } from '../works/work-queries.ts';
import { rebuildFirstRelease } from './rebuild-first-release.ts';
import type { ReleaseDeps } from './release-deps.ts';

/** The text says what is wrong. */
export class ExportRefused extends Error {}

/** Writes a release as a book folder, which imports to the same release. Returns the number of files. */
export async function exportBook(
  deps: ReleaseDeps,
  { bookId, revision }: Revision,
  folder: string,
): Promise<number> {
  await rebuildFirstRelease(deps, bookId);
  const release = await findReleaseRow(deps.db, { bookId, revision });
  if (!release?.manifest)
    throw new ExportRefused('of this release no manifest was kept; import the book anew');
  const files = await listReleaseFiles(deps.db, { bookId, revision });
  return writeFolder(deps, folder, { fields: release.manifest, files });
}

/** Writes a working copy as it is on the desk. The folder can be imported once the check list is empty. */
export async function exportWorkingCopy(deps: ReleaseDeps, workId: string, folder: string): Promise<number> {
  const work = await findWork(deps.db, workId);
  if (!work) throw new ExportRefused('there is no such working copy');
  const fields = withoutIds(work.manifest) as Record<string, unknown>;
  const names = new Set(textsIn(fields).map((text) => text.replace(/\/+$/, '')));
  const all = await filesOfWork(deps.db, workId);
  const isNamed = (path: string) => names.has(path) || names.has(dirname(path));
  return writeFolder(deps, folder, { fields, files: new Map([...all].filter(([path]) => isNamed(path))) });
}

/** Every text that may name a file or a folder: an incomplete working copy may lack the fields that tell them apart. */
function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return value !== null && typeof value === 'object' ? Object.values(value).flatMap(textsIn) : [];
}

/** Returns the number of files. */
async function writeFolder(
  { storage }: ReleaseDeps,
  folder: string,
  { fields, files }: { fields: object; files: ReadonlyMap<string, string> },
): Promise<number> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0)
    throw new ExportRefused(`${folder} is not empty; name a new folder`);
  try {
    for (const [name, hash] of files) {
      const path = join(folder, name);
      await mkdir(dirname(path), { recursive: true });
      await copyAsset(storage, hash, path).catch((error: unknown) => {
        if (!(error instanceof DamagedAsset)) throw error;
        throw new ExportRefused(`${name} cannot be exported: ${error.message}. Nothing was written`);
      });
    }
    // Written last: a folder without it is not a book folder.
    await writeFile(join(folder, 'book.yaml'), yamlOf(fields));
  } catch (error) {
    // It was empty before.
    for (const name of await readdir(folder)) await rm(join(folder, name), { recursive: true, force: true });
    throw error;
  }
  return files.size + 1;
}

/** Fields in the order of the documentation, without empty values. */
function yamlOf(manifest: object): string {
  const fields = Object.keys(Manifest.shape).flatMap((name): [string, unknown][] => {
    const value = (manifest as Record<string, unknown>)[name];
    const isEmpty = value === undefined || (Array.isArray(value) && value.length === 0);
    return isEmpty ? [] : [[name, value]];
  });
  // Without aliases and added line breaks: both would make the text differ for other programs.
  return stringify(Object.fromEntries(fields), { aliasDuplicateObjects: false, lineWidth: 0 });
}
