import type { JobHandlers } from '../../platform/define-job.ts';
import type { Deps } from '../../platform/deps.ts';
import { handleJobs } from '../../platform/handle-jobs.ts';
import { accountJobs } from './jobs.ts';
import { removeExpired } from './remove-expired.ts';

export const accountJobHandlers = (deps: Deps): JobHandlers =>
  handleJobs(deps, accountJobs, { removeExpired: () => removeExpired(deps) });
