/** The process in which archives of strangers are unpacked: `node unpack-child.js`, one archive over IPC. */

import { readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endOfText, storableText } from '../../../platform/storable-text.ts';
import { openZip, ZipError } from '../../../platform/zip/read-zip.ts';
import type { LeftOutFile } from './study-queries.ts';
import {
  MAX_ARCHIVE_BYTES,
  MAX_UNPACKED_BYTES,
  MAX_UNPACKED_FILE_BYTES,
  type UnpackAnswer,
  type UnpackedFile,
  type UnpackRequest,
} from './unpack-protocol.ts';

/** After the preamble of 128 bytes (DICOM PS3.10, 7.1). */
const PREFIX = { at: 128, text: 'DICM' };
const MAX_SHOWN_NAME = 200;

const tell = (answer: UnpackAnswer) => process.send?.(answer);

async function unpack({ archive, folder }: UnpackRequest): Promise<UnpackAnswer> {
  if ((await stat(archive)).size > MAX_ARCHIVE_BYTES)
    return { tell: 'refused', text: 'is larger than 1.5 GB; divide it' };
  const zip = openZip(await readFile(archive), MAX_UNPACKED_BYTES);
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
    files.push({ path, name: file });
  }
  return { tell: 'unpacked', files, leftOut };
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
