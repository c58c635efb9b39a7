import type { PreviousUpload, UrlStorage } from 'tus-js-client';
import { getSession } from './session.ts';
import { readUserEntry, userEntryKeys, userKey, writeUserEntry } from './user-storage.ts';

/**
 * The state of unfinished uploads, stored in this browser by user id: nobody can continue another user's upload, and signing out
 * deletes it.
 */
export interface KeptUpload {
  readonly fingerprint: string;
  readonly uploadUrl: string;
  readonly name: string;
  readonly bytes: number;
  readonly creationTime: string;
}

const KIND = 'upload:';

/** Identifies a file as well as a browser can without reading it. */
export const fingerprintOf = ({ name, size, lastModified }: File): string =>
  encodeURIComponent(`${name}/${size}/${lastModified}`);

export function readKeptUpload(fingerprint: string): KeptUpload | null {
  return parse(readUserEntry(userKey(KIND, fingerprint)));
}

export function listKeptUploads(): KeptUpload[] {
  const userId = getSession()?.userId;
  if (!userId) return [];
  return userEntryKeys(userId, [KIND]).flatMap((key) => parse(readUserEntry(key)) ?? []);
}

export const forgetKeptUpload = (fingerprint: string): void =>
  writeUserEntry(userKey(KIND, fingerprint), null);

function parse(text: string | null): KeptUpload | null {
  try {
    const kept = JSON.parse(text ?? 'null') as KeptUpload | null;
    return kept && typeof kept.uploadUrl === 'string' ? kept : null;
  } catch {
    return null;
  }
}

/** The storage of the tus client, in the user's entries. */
export const keptUploadStorage: UrlStorage = {
  findAllUploads: async () => listKeptUploads().map(asPrevious),
  findUploadsByFingerprint: async (fingerprint) => {
    const kept = readKeptUpload(fingerprint);
    return kept ? [asPrevious(kept)] : [];
  },
  removeUpload: async (fingerprint) => forgetKeptUpload(fingerprint),
  async addUpload(fingerprint, { uploadUrl, metadata, size, creationTime }) {
    const kept = { fingerprint, uploadUrl, name: metadata.filename, bytes: size, creationTime };
    writeUserEntry(userKey(KIND, fingerprint), JSON.stringify(kept));
    return fingerprint;
  },
};

const asPrevious = ({ fingerprint, uploadUrl, name, bytes, creationTime }: KeptUpload): PreviousUpload => ({
  size: bytes,
  metadata: { filename: name },
  creationTime,
  urlStorageKey: fingerprint,
  uploadUrl,
  parallelUploadUrls: null,
});
