import pino from 'pino';
import { redactAddresses, redactedMessage } from './redact.ts';

/** A line waits at most so long for others to be written with it (milliseconds). */
const FLUSH_INTERVAL_MS = 1_000;
const BUFFER_BYTES = 4_096;
const ERROR = pino.levels.values.error as number;

/**
 * Lines are gathered and written asynchronously (synchronous ones cost 15 to 30 percent of the processor), but none
 * waits longer than a second, and an error takes everything before it along at once: the last words before a kill are
 * the ones that are needed.
 */
function standardOutput(): pino.DestinationStream {
  const stream = pino.destination({
    sync: false,
    minLength: BUFFER_BYTES,
    periodicFlush: FLUSH_INTERVAL_MS,
  });
  const write = stream.write.bind(stream);
  // The symbol asks pino for the level of each line.
  return Object.assign(stream, {
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(this: { lastLevel: number }, line: string): boolean {
      const hasRoom = write(line);
      if (this.lastLevel >= ERROR) stream.flush();
      return hasRoom;
    },
  });
}

/**
 * One structured line an event. Nothing personal is logged anywhere; the redaction is the second net, not the first. Mail
 * addresses are taken out of each line as it is written, whichever field or text another program's error put them in.
 */
export function createLog(
  level: string,
  destination: pino.DestinationStream = standardOutput(),
): pino.Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: describeError },
      hooks: { streamWrite: (line) => redactAddresses(line) },
      redact: {
        paths: [
          'password',
          'token',
          'email',
          'authorization',
          'req.headers',
          '*.password',
          '*.token',
          '*.email',
          '*.authorization',
          'err.detail',
          'err.query',
          'err.parameters',
        ],
        censor: '[redacted]',
      },
    },
    destination,
  );
}

/** What helps to find a fault; an error of the driver carries its whole client, with addresses and parameters. */
export function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: redactedMessage(error) };
  const { name, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: name,
    message: redactedMessage(error),
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    stack: stack && redactAddresses(stack),
    ...(cause instanceof Error ? { cause: describeError(cause) } : {}),
  };
}
