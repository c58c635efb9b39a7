import dicomParser from 'dicom-parser';
import { expect, it } from 'vitest';
import { dicomFile } from '../../testing/dicom-file.ts';
import { identifyingAttributes, withoutIdentity } from './dicom-identity.ts';

const attributes: Record<string, [string, string]> = {
  '00080020': ['DA', '20260101'],
  '00080080': ['LO', 'St. Elsewhere'],
  '00090010': ['LO', 'Private maker'],
  '00091001': ['LO', 'Jane Doe again'],
  '00100010': ['PN', 'Doe^Jane'],
  '00100020': ['LO', '12345'],
  '00101010': ['AS', '042Y'],
  '00204000': ['LT', 'Mrs Doe is well'],
};

it('what names a person is found', () => {
  const data = dicomParser.parseDicom(dicomFile({ attributes }));
  expect(identifyingAttributes(data).sort()).toEqual(['InstitutionName', 'PatientID', 'PatientName']);
  expect(identifyingAttributes(dicomParser.parseDicom(dicomFile()))).toEqual([]);
});

it('what identifies is taken out, and all else stays byte for byte', () => {
  const content = dicomFile({ attributes });
  const cleaned = withoutIdentity(content, dicomParser.parseDicom(content));
  expect(cleaned.equals(dicomFile())).toBe(true);
});
