/** Writes one CT or MR image as a DICOM part 10 file, explicit VR little endian, without any patient identity. */
import { createHash } from 'node:crypto';

const explicitLittleEndian = '1.2.840.10008.1.2.1';
const sopClasses = { CT: '1.2.840.10008.5.1.4.1.1.2', MR: '1.2.840.10008.5.1.4.1.1.4' };
const longForm = new Set(['OB', 'OW', 'UN', 'SQ', 'UT']);

/** A UID under the UUID root 2.25, always the same for the same name. */
export function uid(name) {
  const digest = createHash('sha256').update(`vesalius demo library ${name}`).digest('hex').slice(0, 32);
  return `2.25.${BigInt(`0x${digest}`)}`;
}

function element(tag, vr, value) {
  const numbers = Array.isArray(value) ? value : [value];
  let body;
  if (vr === 'US') {
    body = Buffer.alloc(2 * numbers.length);
    numbers.forEach((number, index) => {
      body.writeUInt16LE(number, index * 2);
    });
  } else if (vr === 'UL') {
    body = Buffer.alloc(4);
    body.writeUInt32LE(value);
  } else if (Buffer.isBuffer(value)) {
    body = value;
  } else {
    body = Buffer.from(numbers.join('\\'), 'latin1');
  }
  if (body.length % 2 === 1) body = Buffer.concat([body, Buffer.from(vr === 'UI' ? '\0' : ' ', 'latin1')]);
  const head = Buffer.alloc(longForm.has(vr) ? 12 : 8);
  head.writeUInt16LE(tag >>> 16, 0);
  head.writeUInt16LE(tag & 0xffff, 2);
  head.write(vr, 4, 'latin1');
  if (longForm.has(vr)) head.writeUInt32LE(body.length, 8);
  else head.writeUInt16LE(body.length, 6);
  return Buffer.concat([head, body]);
}

const decimal = (number) => String(Math.round(number * 1e4) / 1e4);

/**
 * `pixels` are stored values (unsigned, 12 bits): CT stores HU + 1024. Positions in mm, patient coordinates (LPS),
 * of the centre of the first pixel; `windows` are [centre, width, name], the first is the preset.
 */
export function dicomImage(series, { index, position, pixels }) {
  const { key, modality, rows, columns, spacing, thickness, windows } = series;
  const instance = uid(`${key} image ${index}`);
  const isCt = modality === 'CT';
  const data = [
    [0x00080005, 'CS', 'ISO_IR 100'],
    [0x00080008, 'CS', ['DERIVED', 'PRIMARY', isCt ? 'AXIAL' : 'OTHER']],
    [0x00080016, 'UI', sopClasses[modality]],
    [0x00080018, 'UI', instance],
    [0x00080020, 'DA', ''],
    [0x00080030, 'TM', ''],
    [0x00080050, 'SH', ''],
    [0x00080060, 'CS', modality],
    [0x00080070, 'LO', 'Vesalius Press'],
    [0x00080090, 'PN', ''],
    [0x00081030, 'LO', series.study],
    [0x0008103e, 'LO', series.description],
    [0x00081090, 'LO', 'Digital phantom'],
    [0x00100010, 'PN', ''],
    [0x00100020, 'LO', ''],
    [0x00100030, 'DA', ''],
    [0x00100040, 'CS', ''],
    [0x00120062, 'CS', 'YES'],
    [0x00120063, 'LO', 'Computed phantom, no patient'],
    [0x00180015, 'CS', series.bodyPart],
    ...(isCt
      ? []
      : [
          [0x00180020, 'CS', 'SE'],
          [0x00180021, 'CS', 'NONE'],
          [0x00180022, 'CS', ''],
          [0x00180023, 'CS', '2D'],
        ]),
    [0x00180050, 'DS', decimal(thickness)],
    ...(isCt
      ? [[0x00180060, 'DS', '120']]
      : [
          [0x00180080, 'DS', '500'],
          [0x00180081, 'DS', '12'],
        ]),
    [0x00180088, 'DS', decimal(thickness)],
    ...(isCt ? [] : [[0x00180091, 'IS', '1']]),
    [0x00185100, 'CS', 'HFS'],
    [0x0020000d, 'UI', uid(`${key} study`)],
    [0x0020000e, 'UI', uid(`${key} series`)],
    [0x00200010, 'SH', '1'],
    [0x00200011, 'IS', '1'],
    [0x00200012, 'IS', '1'],
    [0x00200013, 'IS', String(index)],
    [0x00200032, 'DS', position.map(decimal)],
    [0x00200037, 'DS', ['1', '0', '0', '0', '1', '0']],
    [0x00200052, 'UI', uid(`${key} frame of reference`)],
    [0x00201040, 'LO', ''],
    [0x00201041, 'DS', decimal(position[2])],
    [0x00280002, 'US', 1],
    [0x00280004, 'CS', 'MONOCHROME2'],
    [0x00280010, 'US', rows],
    [0x00280011, 'US', columns],
    [0x00280030, 'DS', [decimal(spacing), decimal(spacing)]],
    [0x00280100, 'US', 16],
    [0x00280101, 'US', 12],
    [0x00280102, 'US', 11],
    [0x00280103, 'US', 0],
    [0x00280301, 'CS', 'NO'],
    [0x00281050, 'DS', windows.map((window) => decimal(window[0]))],
    [0x00281051, 'DS', windows.map((window) => decimal(window[1]))],
    ...(isCt
      ? [
          [0x00281052, 'DS', '-1024'],
          [0x00281053, 'DS', '1'],
          [0x00281054, 'LO', 'HU'],
        ]
      : []),
    [0x00281055, 'LO', windows.map((window) => window[2])],
    [0x00282110, 'CS', '00'],
    [0x7fe00010, 'OW', Buffer.from(pixels.buffer, pixels.byteOffset, pixels.byteLength)],
  ].map(([tag, vr, value]) => element(tag, vr, value));
  const meta = Buffer.concat(
    [
      [0x00020001, 'OB', Buffer.from([0, 1])],
      [0x00020002, 'UI', sopClasses[modality]],
      [0x00020003, 'UI', instance],
      [0x00020010, 'UI', explicitLittleEndian],
      [0x00020012, 'UI', uid('implementation')],
      [0x00020013, 'SH', 'VESALIUS_DEMO'],
    ].map(([tag, vr, value]) => element(tag, vr, value)),
  );
  const preamble = Buffer.alloc(132);
  preamble.write('DICM', 128, 'latin1');
  return Buffer.concat([preamble, element(0x00020000, 'UL', meta.length), meta, ...data]);
}
