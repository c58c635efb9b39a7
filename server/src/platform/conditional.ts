import type { IncomingHttpHeaders } from 'node:http';

/** The validators of a client's copy (RFC 9110, 8.8). HTTP dates have no fractions of a second. */
export interface Validators {
  readonly etag: string;
  readonly modifiedAt?: Date;
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Whether the client's copy is current. `If-Modified-Since` is ignored if `If-None-Match` is present (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedAt !== undefined && !Number.isNaN(since) && seconds(modifiedAt) <= since / 1000;
}

/** Whether a range may be answered: only if the client has the same file (RFC 9110, 13.1.5). A weak tag never matches. */
export function continuesSame(
  headers: IncomingHttpHeaders,
  { etag, modifiedAt }: Required<Validators>,
): boolean {
  const condition = headers['if-range'];
  if (condition === undefined) return true;
  if (typeof condition === 'string' && /^(?:W\/)?"/.test(condition.trim()))
    return condition.trim() === etag && !etag.startsWith('W/');
  return Date.parse(String(condition)) / 1000 === seconds(modifiedAt);
}
