import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { z } from 'zod';
import { nullIfAbsent } from '../files/absent.ts';
import { isSafeKey } from '../files/storage.ts';

/*
 * A backup is a folder:
 *
 *   manifest.json            the contents, with counts and checksums; written last, so an incomplete backup has none
 *   database/<table>.copy.gz the rows in the text format of PostgreSQL's COPY, which any version can read
 *   files/...                the storage, with the same keys
 *   files.txt                one line per file: SHA-256, bytes, key
 *   keys/                    secret-key, credential-key.json
 *   INCOMPLETE.txt           only if files are missing that rows refer to: one line for each
 */
const Hash = z.string().regex(/^[0-9a-f]{64}$/);
const Name = z.string().regex(/^[a-z0-9_]{1,63}$/);

export const Manifest = z.object({
  format: z.literal(1),
  begunAt: z.iso.datetime(),
  endedAt: z.iso.datetime(),
  database: z.object({
    serverVersion: z.string(),
    migrations: z.array(z.object({ name: z.string(), checksum: Hash })),
    tables: z.array(
      z.object({
        name: Name,
        columns: z.array(Name),
        rows: z.number().int().min(0),
        checksum: z.string(),
        bytes: z.number().int(),
        sha256: Hash,
      }),
    ),
    sequences: z.array(z.object({ name: Name, lastValue: z.string(), isCalled: z.boolean() })),
  }),
  files: z.discriminatedUnion('kept', [
    z.object({
      kept: z.literal('here'),
      count: z.number().int(),
      bytes: z.number().int(),
      listSha256: Hash,
      /** Files that rows refer to but that the storage lacked: their number and the first of them. */
      lost: z.object({ count: z.number().int().min(1), first: z.array(z.string()) }).optional(),
      /** Files that rows of the backup refer to, but that were deleted with their rows while it was made. */
      deletedMeanwhile: z.array(z.string()).optional(),
    }),
    z.object({ kept: z.literal('bucket'), endpoint: z.string(), bucket: z.string() }),
  ]),
  keys: z.array(z.object({ name: z.enum(['secret-key', 'credential-key.json']), sha256: Hash })),
});
export type Manifest = z.output<typeof Manifest>;

export interface ListedFile {
  readonly sha256: string;
  readonly bytes: number;
  readonly key: string;
}

export const manifestOf = (folder: string) => join(folder, 'manifest.json');
export const dumpOf = (folder: string, table: string) => join(folder, 'database', `${table}.copy.gz`);
export const fileOf = (folder: string, key: string) => join(folder, 'files', key);
export const listOf = (folder: string) => join(folder, 'files.txt');
export const lossesOf = (folder: string) => join(folder, 'INCOMPLETE.txt');
export const keyOf = (folder: string, name: string) => join(folder, 'keys', name);

export class BackupDamaged extends Error {}

export async function readManifest(folder: string): Promise<Manifest> {
  const text = await nullIfAbsent(readFile(manifestOf(folder), 'utf8'));
  if (text === null) throw new BackupDamaged(`${folder} is not a finished backup: it has no manifest.json`);
  try {
    return Manifest.parse(JSON.parse(text));
  } catch (error) {
    throw new BackupDamaged(`the manifest.json of ${folder} cannot be read`, { cause: error });
  }
}

export const writeLine = ({ sha256, bytes, key }: ListedFile): string => `${sha256} ${bytes} ${key}\n`;

export async function readList(folder: string): Promise<ListedFile[]> {
  const text = (await nullIfAbsent(readFile(listOf(folder), 'utf8'))) ?? '';
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha256 = '', bytes = '', key = ''] = line.split(' ');
      // Restoring writes to this key in a storage: a key of a manipulated list must not lead outside of it.
      if (!isSafeKey(key)) throw new BackupDamaged(`files.txt names ${key}, which is not a valid key`);
      return { sha256, bytes: Number(bytes), key };
    });
}

export async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Runs `work` for each item, with limited concurrency. */
export async function forEachOf<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
  concurrency = 4,
): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < items.length) await work(items[next++] as Item);
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
}
