import type { IncomingHttpHeaders } from 'node:http';

/** What a client's copy is told apart by; times in HTTP have no fraction of a second. */
export interface Validators {
  readonly etag: string;
  readonly modifiedAt?: Date;
}

const opaque = (tag: string) => tag.trim().replace(/^W\//, '');
const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** Is the client's copy good? Where it names tags, the time says nothing (RFC 9110, 13.2.2). */
export function isNotModified(headers: IncomingHttpHeaders, { etag, modifiedAt }: Validators): boolean {
  const tags = headers['if-none-match'];
  if (tags !== undefined)
    return tags.trim() === '*' || tags.split(',').some((tag) => opaque(tag) === opaque(etag));
  const since = Date.parse(headers['if-modified-since'] ?? '');
  return modifiedAt !== undefined && !Number.isNaN(since) && seconds(modifiedAt) <= since / 1000;
}

/** May a range be answered? Only to who continues the same file (RFC 9110, 13.1.5): a weak tag is never the same. */
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
