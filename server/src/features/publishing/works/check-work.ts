import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Db } from '../../../platform/database/database.ts';
import { ProductError } from '../../../platform/errors.ts';
import { listTextOutside } from '../assets/check-queries.ts';
import { checkBook } from '../checks/check-book.ts';
import type { LookOptions } from '../checks/look-at-file.ts';
import type { Manifest } from '../manifest.ts';
import { NOT_CONVERTED, videoConverter } from '../media/find-ffmpeg.ts';
import { MissingFonts } from '../missing-fonts.ts';
import { noteTextOutside } from '../note-text-outside.ts';
import { noteUncertainPages } from '../note-uncertain-pages.ts';
import { findSetOfAsset, listMissingFonts, listUncertainPages } from '../page-sets/page-set-queries.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import { namedFiles } from '../releases/manifest-files.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { filesIn } from '../releases/release-source.ts';
import { listWorkFiles } from './work-queries.ts';
import { type Finding, WorkUnderCheck } from './work-under-check.ts';

export interface CheckedWork {
  readonly findings: readonly Finding[];
  /** The publishable content; null if something prevents publication. */
  readonly complete: { readonly manifest: Manifest; readonly files: ReadonlyMap<string, string> } | null;
}

export async function filesOfWork(db: Db, workId: string): Promise<Map<string, string>> {
  return new Map((await listWorkFiles(db, workId)).map(({ path, assetHash }) => [path, assetHash]));
}

/** Runs the checks of a book folder on a document with its files. */
export const checkWork = (
  deps: ReleaseDeps,
  work: { workId: string; document: Fields; files: ReadonlyMap<string, string> },
  options: LookOptions = {},
): Promise<CheckedWork> =>
  withStoredAssets(deps, async (pathOf) => {
    const { workId, files } = work;
    const { found: converter } = await videoConverter(deps.config);
    const advice = converter ? null : NOT_CONVERTED;
    const book = await WorkUnderCheck.read(deps, { ...work, pathOf, advice, options });
    await checkBook(deps, book);
    await notePages(deps.db, workId, book, files);
    const { findings } = book;
    const isComplete = findings.every(({ kind }) => kind === 'warning');
    const manifest = book.manifest as Manifest;
    return { findings, complete: isComplete ? { manifest, files: filesNamed(manifest, files) } : null };
  });

/** Throws the findings that prevent publication. */
export function demandComplete({ findings, complete }: CheckedWork): NonNullable<CheckedWork['complete']> {
  if (complete) return complete;
  const isWrong = findings.some(({ kind }) => kind === 'mistake');
  throw new ProductError(isWrong ? 'work_incomplete' : 'work_not_prepared', { detail: findings });
}

async function notePages(db: Db, workId: string, book: WorkUnderCheck, files: ReadonlyMap<string, string>) {
  const hash = files.get(book.manifest.pdf ?? '');
  const set = hash ? await findSetOfAsset(db, workId, hash) : null;
  if (!set?.runs) return;
  const fonts = new MissingFonts();
  for (const { page, missingFonts } of await listMissingFonts(db, set)) fonts.add(page, missingFonts);
  fonts.noteIn(book);
  noteUncertainPages(book, new Set(await listUncertainPages(db, set)));
  noteTextOutside(book, new Set(hash ? await listTextOutside(db, hash) : []));
}

/** Selects the named files: a work also has files that its manifest does not name any more. */
export function filesNamed(manifest: Manifest, files: ReadonlyMap<string, string>): Map<string, string> {
  const named = [...namedFiles(manifest)].flatMap(({ path, kind }): [string, string][] =>
    kind === 'folder' ? filesIn(files, path) : [[path, files.get(path) as string]],
  );
  return new Map(named);
}
