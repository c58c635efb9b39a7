import dicomParser from 'dicom-parser';
import { describe, expect, it } from 'vitest';
import { type DicomAttributes, dicomFile } from '../../testing/dicom-file.ts';
import { publishedCopy } from './dicom-clean.ts';
import { identifyingAttributes } from './dicom-identity.ts';
import { imageNumbers } from './dicom-image.ts';
import { IDENTIFYING_ATTRIBUTES, UID_ATTRIBUTES } from './identity-profile.ts';

const found = (attributes: DicomAttributes, syntax?: string) =>
  identifyingAttributes(dicomParser.parseDicom(dicomFile({ attributes, ...(syntax ? { syntax } : {}) })));

const attributes: DicomAttributes = {
  '00080020': ['DA', '20260101'],
  '00080080': ['LO', 'St. Elsewhere'],
  '00081140': ['SQ', [{ '00081155': ['UI', '1.2.3.4.5.9'] }]],
  '00090010': ['LO', 'Private maker'],
  '00091001': ['LO', 'Jane Doe again'],
  '00100010': ['PN', 'Doe^Jane'],
  '00100020': ['LO', '12345'],
  '00101010': ['AS', '042Y'],
  '00204000': ['LT', 'Mrs Doe is well'],
  '60003000': ['OW', Buffer.alloc(4, 1)],
};

describe('an identifying attribute', () => {
  it('is any of the standard’s table', () => {
    // Table E.1-1 of PS3.15 2024b, without patterns, commands and sequences of references (U*).
    expect([IDENTIFYING_ATTRIBUTES.size, UID_ATTRIBUTES.size]).toEqual([560, 53]);
    expect(IDENTIFYING_ATTRIBUTES.get('x00100010')).toEqual({ name: 'PatientName', mayBeMadeUp: true });
  });

  it('is found by its name, in the order of the file', () => {
    expect(found({})).toEqual([]);
    expect(found(attributes)).toEqual([
      ...['StudyDate', 'InstitutionName', 'private attributes (group 0009)', 'PatientName', 'PatientID'],
      ...['PatientAge', 'ImageComments', 'Overlay (group 6000)'],
    ]);
  });

  it.each([...IDENTIFYING_ATTRIBUTES].filter(([tag]) => tag !== 'xfffcfffc'))(
    '%s is found when it holds something, and not when it is empty',
    (tag, { name }) => {
      expect(found({ [tag.slice(1)]: ['LO', 'Jane'] })).toEqual([name]);
      expect(found({ [tag.slice(1)]: ['LO', '  '] })).toEqual([]);
    },
  );

  it.each(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'])(
    'is found at any depth (%s)',
    (syntax) => {
      const inside: DicomAttributes = {
        '00082218': [
          'SQ',
          [{ '00080104': ['LO', 'Head'] }, { '00400555': ['SQ', [{ '0040a123': ['PN', 'D'] }]] }],
        ],
      };
      expect(found(inside, syntax)).toEqual(['AcquisitionContextSequence']);
      expect(
        found({ '00082218': ['SQ', [{ '00082228': ['SQ', [{ '00080080': ['LO', 'X'] }]] }]] }, syntax),
      ).toEqual(['InstitutionName']);
    },
  );

  it('may be inside an element of unknown type', () => {
    expect(found({ '00082218': ['UN', Buffer.from('Jane')] })).toEqual(['00082218 (of unknown kind)']);
  });

  it('is not a value that a cleaned file has as a substitute', () => {
    const declared = { ...attributes, '00120062': ['CS', 'YES'] } as const;
    expect(found(declared)).toEqual([
      ...['private attributes (group 0009)', 'ImageComments', 'Overlay (group 6000)'],
    ]);
  });
});

describe('a cleaned file', () => {
  const cleaned = (file: Buffer, key = Buffer.from('key')) => {
    const data = dicomParser.parseDicom(file);
    const content = publishedCopy(file, data, {
      ...{ image: imageNumbers(data)!, identity: 'remove', uidKey: key },
    });
    return { content, data: dicomParser.parseDicom(content) };
  };

  it.each(['1.2.840.10008.1.2', '1.2.840.10008.1.2.1', '1.2.840.10008.1.2.2'])(
    'holds nothing of it, keeps the rest and says so (%s)',
    (syntax) => {
      const file = dicomFile({
        syntax,
        attributes: {
          ...attributes,
          '52009229': [
            'SQ',
            [
              {
                '00209111': ['SQ', [{ '00189074': ['DT', '20260101'], '00209056': ['SH', 'Doe'] }]],
                '00289110': ['SQ', [{ '00280030': ['DS', '0.5\\0.5'] }]],
              },
            ],
          ],
        },
      });
      file.write('Jane Doe', 0);
      const { content, data } = cleaned(file);
      expect(identifyingAttributes(data)).toEqual([]);
      expect(content.toString('latin1')).not.toMatch(/Jane|Doe|Elsewhere|20260101|Private maker|1\.2\.3\.4/);
      expect(data.string('x00120062')).toBe('YES');
      const group = data.elements.x52009229!.items![0]!.dataSet!;
      expect(group.elements.x00209111).toBeUndefined();
      expect(group.elements.x00289110!.items![0]!.dataSet!.string('x00280030')).toBe('0.5\\0.5');
      expect(data.string('x00200032')).toBe('0\\0\\9');
      const { dataOffset, length } = data.elements.x7fe00010!;
      expect(content.subarray(dataOffset, dataOffset + length).equals(Buffer.alloc(32, 1))).toBe(true);
      expect(content.length).toBe(dataOffset + length);
    },
  );

  it('has new UIDs that still belong together', () => {
    const [one, two] = [dicomFile({ index: 1 }), dicomFile({ index: 2 })].map((file) => cleaned(file).data);
    expect(one!.string('x0020000e')).toMatch(/^2\.25\.\d{20,39}$/);
    expect(one!.string('x0020000e')).toBe(two!.string('x0020000e'));
    expect(one!.string('x00080018')).not.toBe(two!.string('x00080018'));
    expect(one!.string('x00020003')).toBe(one!.string('x00080018'));
    expect(cleaned(dicomFile(), Buffer.from('other')).data.string('x0020000e')).not.toBe(
      one!.string('x0020000e'),
    );
    // UIDs of classes identify no instance and stay.
    expect(one!.string('x00080016')).toBe('1.2.840.10008.5.1.4.1.1.2');
  });

  it('is the same after a second cleaning with the same key, except for its UIDs', () => {
    const once = cleaned(dicomFile({ attributes }));
    const twice = cleaned(once.content);
    expect(twice.content.length).toBeGreaterThan(0);
    expect(Object.keys(twice.data.elements)).toEqual(Object.keys(once.data.elements));
  });
});

it('an attribute that somebody keeps stays, and its neighbors, UIDs and private ones go', () => {
  const file = dicomFile({
    attributes: {
      '00090010': ['LO', 'ACME'],
      '00091001': ['LO', 'Doe'],
      '00100010': ['PN', 'Doe^Jane'],
      '00101010': ['AS', '061Y'],
    },
  });
  const data = dicomParser.parseDicom(file);
  const kept = new Set(['PatientAge', 'StudyInstanceUID', 'private attributes (group 0009)']);
  const image = imageNumbers(data)!;
  const cleaned = dicomParser.parseDicom(publishedCopy(file, data, { image, identity: 'remove', kept }));
  expect(cleaned.string('x00101010')).toBe('061Y');
  expect(cleaned.string('x00100010')).toBeUndefined();
  expect(cleaned.elements.x00091001).toBeUndefined();
  expect(cleaned.string('x0020000d')).not.toBe(data.string('x0020000d'));
  expect(cleaned.string('x00120063')).toBe('DICOM PS3.15 basic profile, some attributes kept');
});
