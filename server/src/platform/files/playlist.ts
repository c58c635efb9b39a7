import { text } from 'node:stream/consumers';
import { ProductError } from '../errors.ts';
import { isSafeKey, type Storage } from './storage.ts';

/** Of four hours in segments of a second. */
const MAX_BYTES = 2_000_000;

export const isPlaylist = (key: string): boolean => key.endsWith('.m3u8');

/**
 * A playlist (HLS, RFC 8216) names its segments relative to itself, and a player asks for them without what stood in the
 * playlist's own address. So each gets the grant with which the playlist was opened: it covers a folder or it opens
 * nothing, and browsers that play HLS themselves need no script.
 */
export async function readPlaylist(storage: Storage, key: string, grant: string | null): Promise<string> {
  const file = await storage.find(key);
  if (!file || file.size > MAX_BYTES) throw new ProductError('not_found');
  const playlist = await text(storage.read(key));
  return grant === null ? playlist : withGrant(playlist, grant);
}

/** What is no file below the playlist keeps its address as it is: a grant is never sent anywhere else. */
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
