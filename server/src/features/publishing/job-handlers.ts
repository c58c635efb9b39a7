import { JobCannotSucceed, type JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { collectUnused } from './assets/collect-unused.ts';
import { DamagedAsset } from './assets/copy-asset.ts';
import { indexDividedWords } from './index-divided-words.ts';
import { indexBookMaterials, indexSearch } from './index-search.ts';
import { publishingJobs } from './jobs.ts';
import { runConversion } from './media/run-conversion.ts';
import { measureConfidence } from './page-sets/measure-confidence.ts';
import { measureInk } from './page-sets/measure-ink.ts';
import { readTextsAgain } from './page-sets/read-texts-again.ts';
import { PagesStopped, UnreadablePdf } from './pages/protocol.ts';
import { prepareSharpPages } from './prepare-sharp-pages.ts';
import { makePreview } from './preview/make-preview.ts';
import { removePreviews } from './preview/remove-previews.ts';
import { removeAbandoned } from './releases/begin-release.ts';
import { publishFrozen } from './releases/publish-frozen.ts';
import { rebuildFirstRelease } from './releases/rebuild-first-release.ts';
import { removeRevision } from './remove-revision.ts';
import { gatherComments } from './review/gather-comments.ts';
import { cleanCopies, requestCleaning } from './studies/clean-copies.ts';
import { reportStudy } from './studies/report-study.ts';
import { sortStudy } from './studies/sort-study.ts';
import { prepareWorkPdf } from './works/prepare-work-pdf.ts';

export const publishingJobHandlers = (deps: Deps): JobHandlers =>
  handleJobs(deps, publishingJobs, {
    // Readers keep the images, texts and margins that they have.
    prepareSharpPages: ({ book_id: bookId, revision }, { signal, turn }) =>
      withoutRetry(prepareSharpPages(deps, bookId, revision, { signal, turn })),
    readTextsAgain: async ({ book_id: workId, revision: number }, { signal }) => {
      const pages = await withoutRetry(readTextsAgain(deps, { workId, number }, { signal }));
      if (pages > 0) deps.log.info({ workId, number, pages }, 'texts of pages read again');
    },
    measureConfidence: async ({ book_id: workId, revision: number }, { signal }) => {
      await measureConfidence(deps, { workId, number }, { signal });
    },
    measureInk: ({ book_id: workId, revision: number }, { signal, turn }) =>
      withoutRetry(measureInk(deps, { workId, number }, { signal, turn })),
    prepareWorkPdf: async ({ work_id: workId, asset }, { signal, turn }) => {
      try {
        // The desk shows the message after the name of the file.
        await withoutRetry(prepareWorkPdf(deps, { workId, assetHash: asset }, { signal, turn }));
      } catch (error) {
        // It was tried twice. Who wants the pages tries again later, on the desk.
        if (error instanceof PagesStopped) throw new JobCannotSucceed(error.message);
        if (error instanceof DamagedAsset) throw new JobCannotSucceed(error.problem);
        throw error;
      }
    },
    convertVideo: ({ asset }, { signal }) => runConversion(deps, asset, signal),
    sortStudy: ({ study }, { signal }) => sortStudy(deps, study, { signal }),
    reportStudy: ({ work_id: workId, content }, { signal }) =>
      reportStudy(deps, { workId, content }, { signal }),
    cleanCopies: ({ asset }, { job, signal }) =>
      cleanCopies(deps, asset, { signal, isLastAttempt: job.attempts >= job.maxAttempts }),
    requestCleaning: () => requestCleaning(deps),
    indexDividedWords: ({ book_id: bookId, page }) =>
      indexDividedWords(deps, bookId !== undefined && page !== undefined ? { bookId, page } : null),
    indexSearch: () => indexSearch(deps),
    indexMaterials: ({ book_id: bookId }) => indexBookMaterials(deps, bookId ?? null),
    rebuildFirstRelease: async ({ book_id: bookId }) => {
      if (!(await rebuildFirstRelease(deps, bookId)))
        throw new JobCannotSucceed('files of the book are missing in the storage');
    },
    publishFrozen: ({ book_id: bookId, revision, publish_at: at }, context) =>
      publishFrozen(deps, { bookId, revision, publishAt: at === undefined ? null : new Date(at) }, context),
    makePreview: ({ work_id: workId }, context) => makePreview(deps, workId, context),
    gatherComments: ({ work_id: workId }) => gatherComments(deps, workId),
    removePreviews: () => removePreviews(deps),
    collectUnused: () => collectUnused(deps),
    removeRevision: ({ book_id: bookId, revision }) => removeRevision(deps, { bookId, revision }),
    removeAbandonedImport: ({ book_id: bookId, revision }) => removeAbandoned(deps, { bookId, revision }),
  });

/** Another try with the same PDF cannot succeed. */
async function withoutRetry<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof UnreadablePdf) throw new JobCannotSucceed(error.message);
    throw error;
  }
}
