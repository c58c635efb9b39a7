import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import { JobCannotSucceed, type JobHandlers } from '../../platform/jobs.ts';
import { indexDividedWords } from './index-divided-words.ts';
import {
  INDEX_DIVIDED_WORDS,
  PREPARE_SHARP_PAGES,
  REMOVE_ABANDONED_IMPORT,
  REMOVE_REVISION,
} from './job-kinds.ts';
import { UnreadablePdf } from './pages/protocol.ts';
import { prepareSharpPages } from './prepare-sharp-pages.ts';
import { removeImport } from './remove-import.ts';
import { removeRevision } from './remove-revision.ts';

const IndexedTo = z.object({ bookId: z.uuid(), page: z.number().int() });
const Revision = z.object({ bookId: z.uuid(), revision: z.number().int() });

export function publishingJobs(deps: Deps): JobHandlers {
  return {
    [PREPARE_SHARP_PAGES]: async (payload, { signal }) => {
      const { bookId, revision } = Revision.parse(payload);
      try {
        await prepareSharpPages(deps, bookId, revision, { signal });
      } catch (error) {
        // The same PDF will not get better; readers keep the pictures made at import.
        if (error instanceof UnreadablePdf) throw new JobCannotSucceed(error.message);
        throw error;
      }
    },
    [INDEX_DIVIDED_WORDS]: async (payload) => {
      await indexDividedWords(deps, IndexedTo.safeParse(payload).data ?? null);
    },
    [REMOVE_REVISION]: async (payload) => {
      const { bookId, revision } = Revision.parse(payload);
      await removeRevision(deps, bookId, revision);
    },
    [REMOVE_ABANDONED_IMPORT]: async (payload) => {
      await removeImport(deps, Revision.parse(payload));
    },
  };
}
