import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';

const unpack = promisify(inflateRaw);

const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;
const DIRECTORY_END_LENGTH = 22;
const ZIP64_LOCATOR = 0x07064b50;
const ZIP64_LOCATOR_LENGTH = 20;
/** The value of a 32-bit field whose real value is in a 64-bit field. */
const IN_ZIP64 = 0xffffffff;
const MAX_COMMENT_LENGTH = 65_535;
/** More than packages of thousands of images have. */
const MAX_ENTRIES = 10_000;
const STORED = 0;
const DEFLATED = 8;

const MADE_ON_UNIX = 3;
const FILE_KIND = 0xf000;
const SYMBOLIC_LINK = 0xa000;
const ENCRYPTED = 1;

/** Why an archive cannot be read; the message completes "The file ...". */
export class ZipError extends Error {}

interface Entry {
  readonly name: string;
  readonly isLink: boolean;
  readonly isEncrypted: boolean;
  readonly method: number;
  readonly packedLength: number;
  /** The offset of the local header. */
  readonly offset: number;
}

export interface ZipArchive {
  /** Names as in the archive, folders included; they are not checked for unsafe paths. */
  readonly entries: readonly { readonly name: string; readonly isLink: boolean }[];
  /** `maxBytes`: of this part alone, beside the limit of all. */
  read(name: string, maxBytes?: number): Promise<Uint8Array | undefined>;
}

/**
 * Reads the parts of a ZIP archive by name, ignoring case if no name matches exactly, and unpacks each when it is read. The
 * archive's own numbers are not trusted: entries are read until the directory ends, and all parts together may have at most
 * `maxBytes`. Unpacks on a pool thread. Throws ZipError, or a RangeError if the archive is truncated.
 */
export function openZip(archive: Uint8Array, maxBytes: number): ZipArchive {
  const bytes = Buffer.from(archive.buffer, archive.byteOffset, archive.byteLength);
  const entries = listEntries(bytes);
  const byName = new Map<string, Entry>();
  // Of two entries with the same name the first one counts.
  for (const entry of [...entries].reverse()) byName.set(entry.name.toLowerCase(), entry);
  for (const entry of [...entries].reverse()) byName.set(entry.name, entry);
  let left = maxBytes;
  return {
    entries,
    read: async (name, maxOfPart = left) => {
      const entry = byName.get(name) ?? byName.get(name.toLowerCase());
      if (!entry) return undefined;
      const part = await readPart(bytes, entry, Math.min(left, maxOfPart));
      left -= part.length;
      return part;
    },
  };
}

function listEntries(bytes: Buffer): Entry[] {
  const entries: Entry[] = [];
  let at = findDirectory(bytes);
  while (bytes.readUInt32LE(at) === DIRECTORY_ENTRY) {
    if (entries.length === MAX_ENTRIES) throw new ZipError('is an archive of too many files');
    const nameEnd = at + 46 + bytes.readUInt16LE(at + 28);
    entries.push(readEntry(bytes, at, nameEnd));
    at = nameEnd + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return entries;
}

function findDirectory(bytes: Buffer): number {
  const last = bytes.length - DIRECTORY_END_LENGTH;
  const first = Math.max(0, last - MAX_COMMENT_LENGTH);
  let end = last;
  while (end >= first && bytes.readUInt32LE(end) !== DIRECTORY_END) end -= 1;
  if (end < first) throw new RangeError('the directory of the archive is missing');
  const start = bytes.readUInt32LE(end + 16);
  const locator = end - ZIP64_LOCATOR_LENGTH;
  if (start !== IN_ZIP64 || locator < 0 || bytes.readUInt32LE(locator) !== ZIP64_LOCATOR) return start;
  return readLong(bytes, readLong(bytes, locator + 8) + 48);
}

/** Some programs write every archive as ZIP64: values that do not fit are in the extra field, in the order of the fields. */
function readEntry(bytes: Buffer, at: number, nameEnd: number): Entry {
  const unpackedLength = bytes.readUInt32LE(at + 24);
  let packedLength = bytes.readUInt32LE(at + 20);
  let offset = bytes.readUInt32LE(at + 42);
  const extraEnd = nameEnd + bytes.readUInt16LE(at + 30);
  for (let field = nameEnd; field + 4 <= extraEnd; field += 4 + bytes.readUInt16LE(field + 2)) {
    if (bytes.readUInt16LE(field) !== 1) continue;
    let value = field + 4 + (unpackedLength === IN_ZIP64 ? 8 : 0);
    if (packedLength === IN_ZIP64) {
      packedLength = readLong(bytes, value);
      value += 8;
    }
    if (offset === IN_ZIP64) offset = readLong(bytes, value);
    break;
  }
  const unixMode = bytes[at + 5] === MADE_ON_UNIX ? bytes.readUInt16LE(at + 40) : 0;
  return {
    name: bytes.toString('utf8', at + 46, nameEnd),
    isLink: (unixMode & FILE_KIND) === SYMBOLIC_LINK,
    isEncrypted: (bytes.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
    method: bytes.readUInt16LE(at + 10),
    packedLength,
    offset,
  };
}

const readLong = (bytes: Buffer, at: number): number => Number(bytes.readBigUInt64LE(at));

async function readPart(
  bytes: Buffer,
  { isEncrypted, method, packedLength, offset }: Entry,
  maxBytes: number,
): Promise<Buffer> {
  if (isEncrypted) throw new ZipError('is protected with a password');
  const start = offset + 30 + bytes.readUInt16LE(offset + 26) + bytes.readUInt16LE(offset + 28);
  const packed = bytes.subarray(start, start + packedLength);
  if (packed.length < packedLength) throw new RangeError('the archive is truncated');
  if (method !== STORED && method !== DEFLATED)
    throw new RangeError('the compression method is not supported');
  const part =
    method === STORED
      ? packed
      : await unpack(packed, { maxOutputLength: maxBytes + 1 }).catch((error: NodeJS.ErrnoException) => {
          if (error.code !== 'ERR_BUFFER_TOO_LARGE') throw error;
          return null;
        });
  if (part === null || part.length > maxBytes) throw new ZipError('is too large when it is unpacked');
  return part;
}
