import type { Logger } from 'pino';
import { EXIT } from '../platform/start-error.ts';

/** How long a log that cannot be written delays the exit. */
const FLUSH_TIMEOUT_MS = 1_000;

/**
 * Ends the process after an uncaught exception, because its state is unknown, and logs the reason first. Unhandled promise
 * rejections arrive here as well.
 */
export function endOnFault(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'a fault that nobody caught ends this process');
    const end = () => process.exit(EXIT.software);
    setTimeout(end, FLUSH_TIMEOUT_MS);
    log.flush(end);
  });
}
