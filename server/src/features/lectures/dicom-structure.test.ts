import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DicomAttributes, dicomElement, dicomFile } from '../../testing/dicom-file.ts';
import { readDicomSlice } from './dicom-check.ts';
import { publishedCopy } from './dicom-clean.ts';
import { imageNumbers } from './dicom-image.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vesalius-structure-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function read(content: Uint8Array, identity: 'refuse' | 'remove') {
  const path = join(folder, 'one.dcm');
  await writeFile(path, content);
  return readDicomSlice(path, { identity });
}

const named = dicomElement('00100010', 'PN', 'DOE^JANE');
/** The file with more bytes before the element that begins with `before`. */
function withBytes(file: Buffer, before: Buffer, more: Buffer): Buffer {
  const at = file.indexOf(before);
  expect(at).toBeGreaterThan(0);
  return Buffer.concat([file.subarray(0, at), more, file.subarray(at)]);
}
const studyUid = dicomElement('0020000d', 'UI', '1.2.3');
const inItem = (items: Buffer): Buffer => {
  const sequence = dicomElement('00082218', 'SQ', items);
  return withBytes(dicomFile(), studyUid, sequence);
};
const item = (content: Buffer): Buffer => {
  const head = Buffer.from('feff00e000000000', 'hex');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content]);
};
const meaning = (text: string) => dicomElement('00080104', 'LO', text);
const open = (content: Buffer) => Buffer.concat([Buffer.from('feff00e0ffffffff', 'hex'), content]);
const endless = (content: Buffer) => {
  const sequence = dicomElement('00082218', 'SQ', content);
  sequence.writeUInt32LE(0xffffffff, 8);
  return withBytes(dicomFile(), studyUid, Buffer.concat([sequence, Buffer.from('feffdde000000000', 'hex')]));
};
const twins = [named, dicomElement('00100010', 'PN', '')];

const HIDING: readonly [how: string, file: () => Buffer][] = [
  ['twice, the last one empty', () => withBytes(dicomFile(), studyUid, Buffer.concat(twins))],
  [
    'twice with another between',
    () =>
      withBytes(
        dicomFile(),
        studyUid,
        Buffer.concat([named, dicomElement('00101010', 'AS', '042Y'), twins[1]!]),
      ),
  ],
  ['twice in an item', () => inItem(item(Buffer.concat([meaning('DOE^JANE'), meaning('Head')])))],
  [
    'twice in an item without a length',
    () =>
      endless(
        open(Buffer.concat([meaning('DOE^JANE'), meaning('Head'), Buffer.from('feff0de000000000', 'hex')])),
      ),
  ],
  [
    'in a sequence that is there twice',
    () => {
      const sequence = (text: string) => dicomElement('00082218', 'SQ', item(meaning(text)));
      return withBytes(dicomFile(), studyUid, Buffer.concat([sequence('DOE^JANE'), sequence('Head')]));
    },
  ],
  [
    'in the header twice',
    () => {
      const version = (text: string) => dicomElement('00020013', 'SH', text);
      const file = withBytes(
        dicomFile(),
        dicomElement('00080016', 'UI', '1.2.840.10008.5.1.4.1.1.2'),
        Buffer.concat([version('DOE^JANE'), version('ACME')]),
      );
      return file;
    },
  ],
  [
    'as an element of the header in the body',
    () => withBytes(dicomFile(), studyUid, dicomElement('00020013', 'SH', 'DOE^JANE')),
  ],
  ['after the pixels, out of order', () => Buffer.concat([dicomFile(), meaning('DOE^JANE')])],
  [
    'before the pixels, out of order',
    () => withBytes(dicomFile(), studyUid, dicomElement('00400009', 'SH', 'DOE^JANE')),
  ],
];

describe('a name that the parser does not see', () => {
  it.each(HIDING)('%s: the file is refused', async (_how, file) => {
    expect(file().includes('DOE^JANE')).toBe(true);
    for (const identity of ['remove', 'refuse'] as const)
      await expect(read(file(), identity)).rejects.toThrow(
        /has attributes twice, out of order or with a wrong length \(at [0-9a-f]{8}\), which can hide a name/,
      );
  });

  it.each(HIDING.slice(0, 5))('%s: it is not copied with its neighbor either', (_how, file) => {
    const data = dicomParser.parseDicom(file());
    const content = publishedCopy(file(), data, { image: imageNumbers(data)!, identity: 'remove' });
    expect(content.includes('DOE^JANE')).toBe(false);
  });
});

it.each(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'])(
  'files in order are read, before and after cleaning (%s)',
  async (syntax) => {
    const attributes: DicomAttributes = {
      '00090010': ['LO', 'Maker'],
      '00091001': ['SQ', [{ '00100010': ['PN', 'DOE^JANE'] }]],
      '00082218': ['SQ', [{ '00080104': ['LO', 'Head'] }, {}]],
      '00081032': ['SQ', []],
    };
    const { content } = await read(dicomFile({ syntax, attributes }), 'remove');
    expect(content.includes('DOE^JANE')).toBe(false);
    const again = await read(content, 'refuse');
    expect(again.slice.identifying).toEqual([]);
  },
);
