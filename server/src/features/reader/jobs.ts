import { z } from 'zod';
import type { Deps } from '../../platform/deps.ts';
import type { JobHandlers } from '../../platform/jobs.ts';
import { REANCHOR_ANNOTATIONS } from './job-kinds.ts';
import { reanchorAnnotations } from './reanchor-annotations.ts';

const Payload = z.object({ bookId: z.uuid() });

export function readerJobs(deps: Deps): JobHandlers {
  return {
    [REANCHOR_ANNOTATIONS]: async (payload) => {
      const { bookId } = Payload.parse(payload);
      deps.log.info({ bookId, ...(await reanchorAnnotations(deps, bookId)) }, 'annotations found again');
    },
  };
}
