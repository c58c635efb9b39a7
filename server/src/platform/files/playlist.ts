import { text } from 'node:stream/consumers';
import { ProductError } from '../errors.ts';
import { isSafeKey, type Storage } from './storage.ts';

/** Enough for four hours in segments of one second. */
const MAX_BYTES = 2_000_000;

export const isPlaylist = (key: string): boolean => key.endsWith('.m3u8');

/**
 * A playlist (HLS, RFC 8216) names its segments by relative URLs, and a player requests them without the query of the
 * playlist's URL. So each segment gets the grant with which the playlist was opened; it only works if the grant covers the
 * folder. Browsers with native HLS then need no script.
 */
export async function readPlaylist(storage: Storage, key: string, grant: string | null): Promise<string> {
  const file = await storage.find(key);
  if (!file || file.size > MAX_BYTES) throw new ProductError('not_found');
  const playlist = await text(storage.read(key));
  return grant === null ? playlist : withGrant(playlist, grant);
}

/** A URL that is not a file below the playlist is left alone: a grant is never sent anywhere else. */
function withGrant(playlist: string, grant: string): string {
  const signed = (name: string) => (isSafeKey(name) ? `${name}?grant=${encodeURIComponent(grant)}` : name);
  return playlist
    .split(/\r?\n/)
    .map((line) =>
      line.startsWith('#')
        ? line.replace(/\bURI="([^"]*)"/g, (_all, name: string) => `URI="${signed(name)}"`)
        : signed(line),
    )
    .join('\n');
}
