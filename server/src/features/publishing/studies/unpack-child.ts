/** The process in which archives of strangers are unpacked: `node unpack-child.js`, one archive over IPC. */

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOfText, storableText } from '../../../platform/storable-text.ts';
import { OUT_OF_MEMORY_CODE } from '../../../platform/work-process.ts';
import { openZip, ZipError } from '../../../platform/zip/read-zip.ts';
import type { LeftOutFile } from './study-queries.ts';
import {
  MAX_ARCHIVE_BYTES,
  MAX_UNPACKED_FILE_BYTES,
  maxUnpackedOf,
  memoryLimitOf,
  type UnpackAnswer,
  type UnpackedFile,
  type UnpackRequest,
} from './unpack-protocol.ts';

/** After the preamble of 128 bytes (DICOM PS3.10, 7.1). */
const PREFIX = { at: 128, text: 'DICM' };
const MAX_SHOWN_NAME = 200;
const WATCH_INTERVAL_MS = 25;

const tell = (answer: UnpackAnswer) => process.send?.(answer);

async function unpack({ archive, folder }: UnpackRequest): Promise<UnpackAnswer> {
  const { size } = await stat(archive);
  if (size > MAX_ARCHIVE_BYTES) return { tell: 'refused', text: 'is larger than 1.5 GB; divide it' };
  watchMemory(memoryLimitOf(size));
  const zip = openZip(await readFile(archive), maxUnpackedOf(size));
  const files: UnpackedFile[] = [];
  const leftOut: LeftOutFile[] = [];
  const names = new Set<string>();
  for (const { name, isLink } of zip.entries) {
    // Folders, what a Mac packs beside each file, and hidden files.
    if (/[\\/]$|^__MACOSX\/|(?:^|[\\/])\.[^\\/]*$/.test(name)) continue;
    const file = endOfText(storableText(name), MAX_SHOWN_NAME) || 'file';
    if (isLink || names.has(name)) {
      leftOut.push({ file, reason: isLink ? 'is a link' : 'has the name of another file of the archive' });
      continue;
    }
    names.add(name);
    const content = await zip.read(name, MAX_UNPACKED_FILE_BYTES);
    tell({ tell: 'progress' });
    if (!content || !isDicom(content)) {
      leftOut.push({ file, reason: 'is no DICOM file' });
      continue;
    }
    const path = join(folder, `${files.length + 1}.dcm`);
    await writeFile(path, content);
    files.push({ path, bytes: content.length, name: file });
  }
  return { tell: 'unpacked', files, leftOut };
}

/** Buffers are outside of the JavaScript heap. Files are unpacked in libuv's threads, so this thread can watch. */
function watchMemory(maxBytes: number): void {
  setInterval(() => {
    if (process.memoryUsage.rss() > maxBytes) process.exit(OUT_OF_MEMORY_CODE);
  }, WATCH_INTERVAL_MS).unref();
}

const isDicom = (content: Uint8Array): boolean =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString(
    'latin1',
    PREFIX.at,
    PREFIX.at + PREFIX.text.length,
  ) === PREFIX.text;

process.on('disconnect', () => process.exit(0));
process.once('message', (request: UnpackRequest) => {
  unpack(request).then(tell, (error: unknown) =>
    tell({ tell: 'refused', text: error instanceof ZipError ? error.message : 'is damaged' }),
  );
});
