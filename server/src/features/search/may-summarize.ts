import type { Config } from '../../config/config.ts';
import type { Actor } from '../accounts/actor.ts';

/** Whether a generated answer is offered. A preview stores nothing and costs nothing. */
export const maySummarize = (config: Config, actor: Actor | null): boolean =>
  config.ANSWER_MODEL_URL !== undefined && actor !== null && !actor.preview;
