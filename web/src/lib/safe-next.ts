import { isSitePath } from '@vesalius/contract/site-path';

/** Where to go after signing in: `?next=` may have been written by anyone, so only a path of this site is accepted. */
export const safeNext = (next: string | null | undefined, otherwise = '/'): string =>
  next && isSitePath(next) ? next : otherwise;
