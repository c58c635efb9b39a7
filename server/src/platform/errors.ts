import { type ErrorCode, messageOf, statusOf } from '@vesalius/contract/errors';
import type { FieldText } from '@vesalius/contract/field-text';
import { isUnavailable } from './database/errors.ts';

/** How many attempts are free in a period. */
export interface Quota {
  readonly name: string;
  readonly attempts: number;
  readonly periodSeconds: number;
}

/**
 * The server's only error class. The code decides status and text (contract/src/errors.ts); `fields` says which field is
 * wrong and why; `detail` is for the log and never sent.
 */
export class ProductError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, FieldText> | undefined;
  readonly detail: unknown;
  /** Seconds after which a retry makes sense (429, 503). */
  readonly retryAfterSeconds: number | undefined;
  /** From when on the same request is accepted, if known. */
  readonly retryAt: Date | undefined;
  /** The quota that is used up, if known. */
  readonly quota: Quota | undefined;

  constructor(
    code: ErrorCode,
    more: {
      message?: string;
      fields?: Record<string, FieldText>;
      detail?: unknown;
      retryAfterSeconds?: number;
      retryAt?: Date;
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
    this.retryAt = more.retryAt;
    this.quota = more.quota;
  }
}

/** Guard: throws a ProductError with this code unless the condition holds, as in `demand(row, 'not_found')`. */
export function demand(
  condition: unknown,
  code: ErrorCode,
  fields?: Record<string, FieldText>,
): asserts condition {
  if (!condition) throw new ProductError(code, fields ? { fields } : {});
}

/** Database constraints that are product rules, by name. */
const codeOfConstraint = new Map<string, ErrorCode>();

/** Registers the error code for each constraint. Called at load time, next to the statements that can break it. */
export function tellConstraints(codes: Readonly<Record<string, ErrorCode>>): void {
  for (const [constraint, code] of Object.entries(codes)) codeOfConstraint.set(constraint, code);
}

export const toldConstraints = (): string[] => [...codeOfConstraint.keys()];

/** The error code that a caller would get; null = no error, or an unexpected one. */
export const codeOf = (error: unknown): ErrorCode | null =>
  (error instanceof ProductError ? error : fromDatabase(error))?.code ?? null;

/** Translates errors of the database driver; null = not one that we know. */
export function fromDatabase(error: unknown): ProductError | null {
  // The server is unreachable or full, or it timed out (also while it waited for a connection or a lock).
  if (isUnavailable(error)) return new ProductError('unavailable', { cause: error, retryAfterSeconds: 2 });
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string') return null;
  // Text that the database cannot store as UTF-8 or JSON.
  if (code === '22021' || code === '22P05') return new ProductError('malformed', { cause: error });
  const registeredCode = typeof constraint === 'string' && codeOfConstraint.get(constraint);
  return registeredCode ? new ProductError(registeredCode, { cause: error }) : null;
}
