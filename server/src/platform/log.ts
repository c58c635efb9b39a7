import pino from 'pino';
import { redactAddresses, redactedMessage } from './redact.ts';

/** How long a line waits at most to be written together with others. */
const FLUSH_INTERVAL_MS = 1_000;
const BUFFER_BYTES = 4_096;
const ERROR = pino.levels.values.error as number;

/**
 * Buffers lines and writes them asynchronously (synchronous writes cost 15 to 30 percent of the processor). No line waits
 * longer than a second, and an error flushes everything before it: the last lines before a kill are the ones that matter.
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
 * One structured line per event. Our code logs nothing personal; the redaction is a second safeguard. Mail addresses are
 * removed from each line as it is written, because errors of other programs may contain them in any field.
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

/** The fields that help to find a fault. Errors of the driver carry their whole client, with addresses and parameters. */
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
