import { createHash } from 'node:crypto';
import type { ErrorCode } from '@vesalius/contract/errors';
import { ProductError } from '../errors.ts';
import type { Storage } from '../files/storage.ts';
import { keyOf } from './leases.ts';
import { type Receiver, type ReceiverDeps, removeBytes } from './receiver.ts';
import { findUpload, updateContent, updateEnded } from './upload-queries.ts';

/** A file whose bytes have all arrived and whose content is known. */
export interface ReceivedFile {
  /** SHA-256 of its bytes. */
  readonly hash: string;
  readonly bytes: number;
  readonly mediaType: string;
  /** Moves the bytes to a key of the storage, where they are complete or absent. Idempotent. */
  readonly moveTo: (key: string) => Promise<void>;
}

/** The decisions of the feature that takes the files. */
export interface FileTaker {
  /** The media type, recognized from the first bytes; null = a kind that is not accepted. */
  readonly recognize: (head: Buffer, bytes: number) => Promise<string | null>;
  /** Takes over the file. Idempotent. */
  readonly adopt: (file: ReceivedFile) => Promise<void>;
}

const HEAD_BYTES = 65_536;

/**
 * Checks an upload after its last byte, and hands it over. Each step is idempotent, in case the process is killed. Bytes that
 * are not there are looked for again while attempts remain: a disk may be away for a moment.
 */
export async function finishUpload(
  deps: ReceiverDeps & { receiver: Receiver; taker: FileTaker },
  id: string,
  { signal, isLastAttempt }: { signal: AbortSignal; isLastAttempt: boolean },
): Promise<void> {
  const { db, clock, storage, receiver, taker } = deps;
  const row = await findUpload(db, id);
  if (row?.state !== 'checking') return;
  const key = keyOf(id);
  const bytes = row.declaredBytes;
  let content = row.hash && row.mediaType ? { hash: row.hash, mediaType: row.mediaType } : null;
  if (!content) {
    await receiver.assemble(id);
    const stored = await storage.find(key);
    if (stored?.size !== bytes) {
      if (!isLastAttempt)
        throw new ProductError('unavailable', { detail: `the bytes of upload ${id} are away` });
      return refuse('upload_gone');
    }
    const mediaType = await taker.recognize(await readHead(storage, key), bytes);
    if (!mediaType) return refuse('file_kind_unknown');
    content = { hash: await hashOf(storage, key, signal), mediaType };
    await updateContent(db, id, content);
  }
  const moveTo = async (to: string) => {
    if (await storage.find(key)) return storage.move(key, to);
    // An earlier run moved it and was killed before it could record that.
    if ((await storage.find(to))?.size !== bytes) throw new Error(`the bytes of upload ${id} are missing`);
  };
  await taker.adopt({ ...content, bytes, moveTo });
  await updateEnded(db, id, { state: 'finished', from: ['checking'], keepsBytes: true, now: clock.now() });
  await removeBytes(deps, id);

  async function refuse(refusal: ErrorCode): Promise<void> {
    const now = clock.now();
    await updateEnded(db, id, { state: 'refused', from: ['checking'], refusal, keepsBytes: true, now });
    await removeBytes(deps, id);
  }
}

async function readHead(storage: Storage, key: string): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of storage.read(key, { start: 0, end: HEAD_BYTES - 1 })) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function hashOf(storage: Storage, key: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256');
  for await (const part of storage.read(key)) {
    signal.throwIfAborted();
    hash.update(part as Buffer);
  }
  return hash.digest('hex');
}
