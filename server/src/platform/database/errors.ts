/*
 * Classifies database errors. Errors of `pg` are recognized by SQLSTATE if the server answered, and otherwise by the message
 * of the driver or the operating system.
 */

/** A serialization failure or a deadlock: the transaction may simply run again. */
const RETRYABLE = new Set(['40001', '40P01']);

/**
 * The server is unreachable, starting, stopping, or canceled the statement; 53 = out of connections, disk or memory, 58030 =
 * I/O error, 25006 = read-only (a standby, or a primary that has become one).
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
  // The disk of this machine, which holds the files.
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

/** The SQLSTATE, the code of the operating system (`ECONNREFUSED`), or undefined. */
export function errorCode(error: unknown): string | undefined {
  const { code } = shapeOf(error);
  return typeof code === 'string' ? code : undefined;
}

export function isRetryable(error: unknown): boolean {
  return RETRYABLE.has(errorCode(error) ?? '');
}

/** True if the request did not cause the error: answer 503, so that the caller tries again. */
export function isUnavailable(error: unknown): boolean {
  const { message, syscall } = shapeOf(error);
  const code = errorCode(error) ?? '';
  // For a socket ENOENT means "no server"; for a file it means something else.
  if (UNAVAILABLE_SYSTEM.has(code)) return code !== 'ENOENT' || syscall === 'connect';
  return UNAVAILABLE_STATES.test(code) || (typeof message === 'string' && UNAVAILABLE_WORDS.test(message));
}

/** The name of the violated constraint, which maps to an error code. */
export function brokenConstraint(error: unknown): string | undefined {
  const { constraint } = shapeOf(error);
  return /^23/.test(errorCode(error) ?? '') && typeof constraint === 'string' ? constraint : undefined;
}

/** True if the server is read-only: it is a standby, has become one, or is configured so. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006';

/** A readable reason. An AggregateError (several addresses of one host name) has no message of its own. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  return (error instanceof Error && error.message) || errorCode(error) || String(error);
}
