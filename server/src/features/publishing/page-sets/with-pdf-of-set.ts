import { join } from 'node:path';
import type { Storage } from '../../../platform/files/storage.ts';
import { inWorkFolder, workFoldersOf } from '../../../platform/work-folder.ts';
import type { PageWorkOptions } from '../pages/page-workers.ts';
import { copyPdf } from './copy-pdf.ts';
import type { PageSetRow } from './page-set-queries.ts';

export interface SetWorkOptions {
  readonly signal?: AbortSignal;
  readonly turn?: AbortSignal;
  readonly pageWork?: Omit<PageWorkOptions, 'pdf' | 'outputFolder'>;
}

interface SetPdf {
  readonly storage: Storage;
  readonly config: Parameters<typeof workFoldersOf>[0];
  readonly set: PageSetRow;
}

/**
 * Calls `work` with options that prepare pages of a set's PDF in the background: in one child at low priority, below a folder that
 * is deleted afterwards. `purpose` is part of its name.
 */
export const withPdfOfSet = <Result>(
  { storage, config, set }: SetPdf,
  purpose: string,
  { signal, turn, pageWork = {} }: SetWorkOptions,
  work: (options: PageWorkOptions) => Promise<Result>,
): Promise<Result> =>
  inWorkFolder(workFoldersOf(config), purpose, async (outputFolder) => {
    const pdf = join(outputFolder, 'book.pdf');
    await copyPdf(storage, set, pdf);
    const background = {
      children: 1,
      lowPriority: true,
      ...(signal ? { signal } : {}),
      ...(turn ? { turn } : {}),
    };
    return work({ ...pageWork, pdf, outputFolder, ...background });
  });
