/*
 * What went wrong in the database, as questions the rest of the server asks. Errors of `pg` are recognised by
 * SQLSTATE where the server answered, and by the driver's or the system's words where it did not.
 */

/** Two transactions met: the loser may simply run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * The server is away, starting, stopping, or cut the statement off; 53 = it is out of connections, disk or memory, 58030
 * = its disk failed; 25006 = it takes no writes (a standby, or a primary that has become one).
 */
const UNAVAILABLE_STATES = /^(08|57P0|57014|53|58030|25006|25P03|25P04|55P03)/;
const UNAVAILABLE_SYSTEM = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  // Our own disk, where files are stored.
  'ENOSPC',
  'EDQUOT',
]);
const UNAVAILABLE_WORDS =
  /^(Query read timeout|timeout exceeded when trying to connect|Connection terminated|Client was closed|Client has encountered a connection error|timeout expired)/;

interface DatabaseErrorShape {
  code?: unknown;
  constraint?: unknown;
  message?: unknown;
  syscall?: unknown;
}

function shapeOf(error: unknown): DatabaseErrorShape {
  return typeof error === 'object' && error !== null ? (error as DatabaseErrorShape) : {};
}

/** The five characters of SQLSTATE, or the system's code (`ECONNREFUSED`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const { code } = shapeOf(error);
  return typeof code === 'string' ? code : undefined;
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(errorCode(error) ?? '');
}

/** True when the request is not to blame: answer 503 and let the caller come again. */
export function isUnavailable(error: unknown): boolean {
  const { message, syscall } = shapeOf(error);
  const code = errorCode(error) ?? '';
  // ENOENT of a socket means "no server"; of a file it means something else.
  if (UNAVAILABLE_SYSTEM.has(code)) return code !== 'ENOENT' || syscall === 'connect';
  return UNAVAILABLE_STATES.test(code) || (typeof message === 'string' && UNAVAILABLE_WORDS.test(message));
}

/** The name of the constraint that a row broke, for the table of constraint names to error codes. */
export function brokenConstraint(error: unknown): string | undefined {
  const { constraint } = shapeOf(error);
  return /^23/.test(errorCode(error) ?? '') && typeof constraint === 'string' ? constraint : undefined;
}

/** True when the server only reads: it is a standby, has become one, or was set so. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006';

/** In words; an attempt at several addresses of one name says nothing by itself. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return (error instanceof Error && error.message) || errorCode(error) || String(error);
}
