import { type Box, find } from './mp4-boxes.ts';

/* Reads the codecs from the sample entries of an MP4 file (ISO/IEC 14496-12, -14, -15). */

/** Size of the fixed fields of a VisualSampleEntry, before its boxes. */
const VISUAL_ENTRY_BYTES = 78;
/** The same for an AudioSampleEntry, by version: QuickTime's versions 1 and 2 are longer. */
const SOUND_ENTRY_BYTES: Readonly<Record<number, number>> = { 0: 28, 1: 44, 2: 64 };

/** Object type indications (ISO/IEC 14496-1, and registered ones). */
const OBJECT_TYPES: Readonly<Record<number, string>> = {
  64: 'aac',
  102: 'aac',
  103: 'aac',
  104: 'aac',
  105: 'mp3',
  107: 'mp3',
  165: 'ac-3',
  166: 'ec-3',
  169: 'dts',
};

/** AVCProfileIndication: the second byte of the decoder configuration. */
export function h264ProfileOf(moov: Buffer, entry: Box): number | null {
  const content = { ...entry, start: entry.start + VISUAL_ENTRY_BYTES };
  const configuration = content.start < entry.end ? find(moov, content, 'avcC') : null;
  return configuration && configuration.end > configuration.start + 1
    ? (moov[configuration.start + 1] ?? null)
    : null;
}

/** The type of the entry; for `mp4a`, which stands for many codecs, the type in its elementary stream. */
export function soundCodecOf(moov: Buffer, entry: Box): string {
  if (entry.type !== 'mp4a') return entry.type;
  const version = moov.readUInt16BE(entry.start + 8);
  const content = { ...entry, start: entry.start + (SOUND_ENTRY_BYTES[version] ?? 28) };
  const stream = find(moov, content, 'esds') ?? find(moov, content, 'wave', 'esds');
  const objectType = stream ? objectTypeIn(moov.subarray(stream.start, stream.end)) : null;
  if (objectType === null) return 'aac';
  return OBJECT_TYPES[objectType] ?? `mp4a.${objectType.toString(16)}`;
}

const ES_DESCRIPTOR = 0x03;
const DECODER_CONFIGURATION = 0x04;

/** esds: version and flags, an ES descriptor with optional fields, and in it the decoder configuration. */
function objectTypeIn(esds: Buffer): number | null {
  const stream = descriptorAt(esds, 4, ES_DESCRIPTOR);
  if (stream === null) return null;
  const flags = esds[stream + 2] ?? 0;
  const dependsOn = flags & 0x80 ? 2 : 0;
  const address = flags & 0x40 ? 1 + (esds[stream + 3 + dependsOn] ?? 0) : 0;
  const clock = flags & 0x20 ? 2 : 0;
  const decoder = descriptorAt(esds, stream + 3 + dependsOn + address + clock, DECODER_CONFIGURATION);
  return decoder === null ? null : (esds[decoder] ?? null);
}

/** The offset of the descriptor's content: the length takes one to four bytes, with seven bits each. */
function descriptorAt(esds: Buffer, at: number, tag: number): number | null {
  if (esds[at] !== tag) return null;
  let position = at + 1;
  for (let bytes = 0; bytes < 4; bytes += 1) {
    const byte = esds[position] ?? 0;
    position += 1;
    if (!(byte & 0x80)) break;
  }
  return position;
}
