import pino from 'pino';
import { redactAddresses, redactedMessage } from './redact.ts';

/**
 * One structured line an event, written asynchronously (synchronous lines cost 15 to 30 percent of the processor).
 * Nothing personal is logged anywhere; the redaction is the second net, not the first. Mail addresses are taken out of
 * each line as it is written, whichever field or text another program's error put them in.
 */
export function createLog(
  level: string,
  destination: pino.DestinationStream = pino.destination({ sync: false, minLength: 4096 }),
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
