import { type ErrorCode, messageOf, statusOf } from '@vesalius/contract/errors';
import { isUnavailable } from './database/errors.ts';

/** So many attempts are free in a period. */
export interface Quota {
  readonly name: string;
  readonly attempts: number;
  readonly periodSeconds: number;
}

/**
 * The one error class of the server. The code decides status and text (contract/src/errors.ts); `fields` names
 * what was wrong where; `detail` is for the log alone and never leaves.
 */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string> | undefined;
  readonly detail: unknown;
  /** Seconds after which trying again makes sense (429, 503). */
  readonly retryAfterSeconds: number | undefined;
  /** What was used up, where it is known. */
  readonly quota: Quota | undefined;

  constructor(
    code: ErrorCode,
    more: {
      message?: string;
      fields?: Record<string, string>;
      detail?: unknown;
      retryAfterSeconds?: number;
      quota?: Quota | undefined;
      cause?: unknown;
    } = {},
  ) {
    super(more.message ?? messageOf(code), { cause: more.cause });
    this.name = 'ProductError';
    this.code = code;
    this.status = statusOf(code);
    this.fields = more.fields;
    this.detail = more.detail;
    this.retryAfterSeconds = more.retryAfterSeconds;
    this.quota = more.quota;
  }
}

/** A rule as one line: `demand(row, 'not_found')`. */
export function demand(
  condition: unknown,
  code: ErrorCode,
  fields?: Record<string, string>,
): asserts condition {
  if (!condition) throw new ProductError(code, fields ? { fields } : {});
}

/** Database constraints that are product rules, by name. */
const codeOfConstraint = new Map<string, ErrorCode>();

/** What a caller is told when a statement breaks one of these constraints. Called beside the statements, as they load. */
export function tellConstraints(codes: Readonly<Record<string, ErrorCode>>): void {
  for (const [constraint, code] of Object.entries(codes)) codeOfConstraint.set(constraint, code);
}

export const toldConstraints = (): string[] => [...codeOfConstraint.keys()];

/** What a caller would be told; null = it went well, or nobody knows what happened. */
export const codeOf = (error: unknown): ErrorCode | null =>
  (error instanceof ProductError ? error : fromDatabase(error))?.code ?? null;

/** Translates what the driver throws; null = nothing we know. */
export function fromDatabase(error: unknown): ProductError | null {
  // The server is away, full, or cut off what waited too long (also for a connection, or behind a lock).
  if (isUnavailable(error)) return new ProductError('unavailable', { cause: error, retryAfterSeconds: 2 });
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string') return null;
  // Text that no UTF-8 or JSON of the database can hold.
  if (code === '22021' || code === '22P05') return new ProductError('malformed', { cause: error });
  const told = typeof constraint === 'string' && codeOfConstraint.get(constraint);
  return told ? new ProductError(told, { cause: error }) : null;
}
