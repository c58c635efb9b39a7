import type { Logger } from 'pino';
import { EXIT } from '../platform/start-error.ts';

/** A log that cannot be written holds the end up no longer than this (milliseconds). */
const LAST_WORDS_MS = 1_000;

/**
 * What nobody caught ends the process, because nobody knows what it left half done; the log says why before it does.
 * Promises whose rejection nobody handles arrive here as well.
 */
export function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught ends this process');
    const end = () => process.exit(EXIT.software);
    setTimeout(end, LAST_WORDS_MS);
    log.flush(end);
  });
}
