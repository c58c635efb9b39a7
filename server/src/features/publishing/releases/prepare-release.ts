import { comparePages } from '../../reader/move-progress.ts';
import { coverOf, portraitOf, publicPictureOf, UnreadablePicture } from '../assets/pictures.ts';
import { UnreadableVideo } from '../media/unreadable-video.ts';
import { pageLabels } from '../page-labels.ts';
import { type PageSetOptions, preparePageSet } from '../page-sets/prepare-page-set.ts';
import type { DocumentFacts } from '../pages/document-facts.ts';
import { placeMaterials } from '../place-materials.ts';
import { placeQuestions } from '../place-questions.ts';
import type { PreparedBook } from '../store/store-book.ts';
import { FileOfBookRefused } from './file-of-book-refused.ts';
import type { ReleaseDeps } from './release-deps.ts';
import type { ReleaseSource } from './release-source.ts';

export interface PrepareOptions extends PageSetOptions {
  /** The facts of the PDF, if they were read already. */
  readonly facts?: DocumentFacts;
  /** The number of a new page set, if it shall be the release's number. */
  readonly setNumber?: number;
  readonly onFile?: (done: number, total: number) => void;
}

/** Makes the files and pages that a release needs and that do not exist yet; those of earlier releases are reused. */
export async function prepareRelease(
  deps: ReleaseDeps,
  source: ReleaseSource,
  ids: { bookId: string; revision: number },
  options: PrepareOptions = {},
): Promise<PreparedBook> {
  const { manifest } = source;
  const { set, pages } = await preparePageSet(
    { ...source, config: deps.config },
    {
      workId: source.workId,
      assetHash: source.assetOf(manifest.pdf),
      ...(options.setNumber ? { number: options.setNumber } : {}),
      ...(options.facts ? { facts: options.facts } : {}),
    },
    options,
  );
  const labels = pageLabels(pages.length, manifest.page_labels, set.labels);
  const rows = pages.map(({ page, width, height, text }) => ({
    ...{ page, width, height, text },
    label: labels[page - 1] as string,
  }));
  const materialCount = manifest.supplementaries.reduce((sum, { materials }) => sum + materials.length, 0);
  const total = materialCount + 3;
  let done = 0;
  const step = () => options.onFile?.(++done, total);
  options.onFile?.(0, total);
  const { pictures, materials, questions } = await placeFiles(source, step).catch((error) => {
    throw error instanceof UnreadablePicture || error instanceof UnreadableVideo
      ? new FileOfBookRefused(source.files, error)
      : error;
  });
  options.onFile?.(total, total);
  const moves = await comparePages(deps.db, ids.bookId, rows);
  return {
    ...{ ...ids, manifest, files: source.files, runs: set.runs, pictures, pages: rows, moves },
    ...{ outline: set.outline, materials, questions },
    pageFacts: pages.map(({ page, missingFonts, confidence }) => ({ page, missingFonts, confidence })),
  };
}

async function placeFiles(source: ReleaseSource, step: () => void) {
  const pictures = await placePictures(source);
  step();
  const materials = await placeMaterials(source, step);
  const questions = await placeQuestions(source);
  step();
  return { pictures, materials, questions };
}

async function placePictures(source: ReleaseSource): Promise<PreparedBook['pictures']> {
  const { manifest } = source;
  const each = async (files: readonly (string | undefined)[], place: (hash: string) => Promise<string>) => {
    const keys: (string | null)[] = [];
    for (const file of files) keys.push(file ? await place(source.assetOf(file)) : null);
    return keys;
  };
  const photos = (people: readonly { photo?: string | undefined }[]) =>
    each(
      people.map(({ photo }) => photo),
      (hash) => portraitOf(source, hash),
    );
  return {
    cover: await coverOf(source, source.assetOf(manifest.cover)),
    faculty: await photos(manifest.faculty),
    seniorEditors: await photos(manifest.senior_editors),
    samples: (await each(manifest.samples, (hash) => publicPictureOf(source, hash, 'samples'))) as string[],
    packages: await each(
      manifest.packages.map(({ image }) => image),
      (hash) => publicPictureOf(source, hash, 'packages'),
    ),
    programs: await each(
      manifest.programs.map(({ photo }) => photo),
      (hash) => publicPictureOf(source, hash, 'programs'),
    ),
  };
}
