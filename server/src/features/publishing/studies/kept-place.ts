import { createHash } from 'node:crypto';

/** The same file with other attributes is another rendition. */
export const keptPlace = (kept: ReadonlySet<string>): string =>
  kept.size === 0
    ? ''
    : `/${createHash('sha256')
        .update(JSON.stringify([...kept].sort()))
        .digest('hex')
        .slice(0, 16)}`;
