import { mkdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { dirname } from 'node:path/posix';
import { newId } from '../../../platform/ids.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import { type Made, rendition } from '../assets/make-rendition.ts';
import { patientStorage } from '../assets/patient-storage.ts';
import { findBurnedText, RecognitionFailed, type RecognitionOptions } from '../media/find-burned-text.ts';
import type { BurnedText } from '../media/recognition-protocol.ts';
import { withStoredAssets } from '../releases/make-release.ts';
import type { ReleaseDeps } from '../releases/release-deps.ts';
import { filesOfWork } from '../works/check-work.ts';
import { findWork, listWorkFiles } from '../works/work-queries.ts';
import { type ReadOptions, readSlices } from './read-slices.ts';
import { reportKey } from './request-report.ts';
import { contentOf, studiesIn } from './study-content.ts';

/** What was seen in the pixels of a study; files are named by their content. */
export interface PixelReport {
  readonly frames: number;
  readonly images: readonly {
    readonly asset: string;
    readonly frame: number;
    /** Below the folder of the report. */
    readonly picture: string;
    readonly words: readonly { readonly text: string; readonly box: BurnedText['words'][number]['box'] }[];
  }[];
  readonly unread: readonly { readonly asset: string; readonly reason: string }[];
  readonly left: number;
  readonly wasRead: boolean;
}

export type ReportOptions = Pick<RecognitionOptions, 'childProgram' | 'memoryLimitMb'> & ReadOptions;

/** A new number where something else is reported. Five segments: a grant covers one study and no other. */
const folderOf = (content: string) => `made/studies/1/${content.slice(0, 2)}/${content}`;

/** Looks at the attributes and the pixels of a study as a working copy has it, once for the same files. */
export async function reportStudy(
  given: ReleaseDeps,
  { workId, content }: { workId: string; content: string },
  options: ReportOptions = {},
): Promise<void> {
  const work = await findWork(given.db, workId);
  if (!work) return;
  const all = await filesOfWork(given.db, workId);
  const study = studiesIn(work.manifest, all).find(
    ({ files }) => files.length > 0 && contentOf(files) === content,
  );
  // Other files are there by now, and have a job of their own.
  if (!study) return;
  const deps = { ...given, storage: patientStorage(given.storage, { signal: options.signal }) };
  const named = new Set(study.files.map(({ path }) => path));
  const files = (await listWorkFiles(deps.db, workId)).filter(({ path }) => named.has(path));
  const { slices, damaged } = await readSlices(deps, files, options);
  // Nobody decides about a study of which a part was not seen.
  if (damaged[0]) throw damaged[0];
  const hashes = [...new Set(slices.map(({ assetHash }) => assetHash))];
  await withStoredAssets(deps, (pathOf) =>
    inWorkFolder(workFoldersOf(deps.config), 'study', (folder) =>
      rendition(
        { ...deps, claim: newId(), pathOf },
        reportKey(study.files),
        () => `${folderOf(content)}/report.json`,
        async (_path, storageKey) => {
          const paths = [];
          for (const hash of hashes) paths.push(await pathOf(hash));
          return made(await look(paths, folder, options), storageKey, folder);
        },
      ),
    ),
  );
}

/** Where letters cannot be looked for, pictures are made for a person to look at; and where these cannot, none. */
async function look(paths: string[], folder: string, options: ReportOptions) {
  const pictureFolder = join(folder, 'pictures');
  await mkdir(pictureFolder, { recursive: true });
  for (const readsLetters of [true, false]) {
    try {
      const found = await findBurnedText(paths, { ...options, pictureFolder, readsLetters });
      return { found, wasRead: readsLetters };
    } catch (error) {
      if (!(error instanceof RecognitionFailed)) throw error;
    }
  }
  const reason = 'could not be opened on the server';
  const unread = paths.map((file) => ({ file, reason }));
  return {
    found: { frames: paths.length, lookedAt: [], words: [], unread, left: 0, needsDecision: true },
    wasRead: false,
  };
}

function made(
  { found, wasRead }: { found: BurnedText; wasRead: boolean },
  storageKey: string,
  folder: string,
): Made {
  const images = found.lookedAt.flatMap(({ file, frame, picture }) => {
    if (!picture) return [];
    const words = found.words
      .filter((word) => word.file === file && word.frame === frame)
      .map(({ text, box }) => ({ text, box }));
    return [{ asset: basename(file), frame, picture, words }];
  });
  const report: PixelReport = {
    ...{ frames: found.frames, images, left: found.left, wasRead },
    unread: found.unread.map(({ file, reason }) => ({ asset: basename(file), reason })),
  };
  const name = basename(storageKey);
  const pictures = images.map(({ picture }) => picture);
  return {
    // The report last: where it is, everything is.
    files: [
      ...pictures.map(
        (picture) => [`${dirname(storageKey)}/${picture}`, join(folder, 'pictures', picture)] as const,
      ),
      [storageKey, Buffer.from(JSON.stringify(report))],
    ],
    facts: { ...report, files: [...pictures, name] },
  };
}
