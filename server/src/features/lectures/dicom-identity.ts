import dicomParser, { type DataSet, type Element } from 'dicom-parser';

/*
 * Attributes that may name a patient, or those around the patient (DICOM PS3.15, annex E, basic profile; the part
 * that images of a single series carry). `refuse` looks at DIRECT; `remove` takes out everything in either list and
 * all private attributes.
 */
const DIRECT: Readonly<Record<string, string>> = {
  x00080050: 'AccessionNumber',
  x00080080: 'InstitutionName',
  x00080081: 'InstitutionAddress',
  x00080090: 'ReferringPhysicianName',
  x00080092: 'ReferringPhysicianAddress',
  x00080094: 'ReferringPhysicianTelephoneNumbers',
  x00081048: 'PhysiciansOfRecord',
  x00081050: 'PerformingPhysicianName',
  x00081060: 'NameOfPhysiciansReadingStudy',
  x00081070: 'OperatorsName',
  x00100010: 'PatientName',
  x00100020: 'PatientID',
  x00100030: 'PatientBirthDate',
  x00100032: 'PatientBirthTime',
  x00101000: 'OtherPatientIDs',
  x00101001: 'OtherPatientNames',
  x00101005: 'PatientBirthName',
  x00101040: 'PatientAddress',
  x00101060: 'PatientMotherBirthName',
  x00102154: 'PatientTelephoneNumbers',
  x00102155: 'PatientTelecomInformation',
  x00104000: 'PatientComments',
  x00321032: 'RequestingPhysician',
  x00380010: 'AdmissionID',
  x00380300: 'CurrentPatientLocation',
  x00380400: 'PatientInstitutionResidence',
  x00384000: 'VisitComments',
  x00402016: 'PlacerOrderNumberImagingServiceRequest',
  x00402017: 'FillerOrderNumberImagingServiceRequest',
};

const INDIRECT = new Set([
  'x00080012', // InstanceCreationDate
  'x00080013',
  'x00080020', // StudyDate and the dates and times after it
  'x00080021',
  'x00080022',
  'x00080023',
  'x0008002a',
  'x00080030',
  'x00080031',
  'x00080032',
  'x00080033',
  'x00080082', // InstitutionCodeSequence
  'x00080096', // ReferringPhysicianIdentificationSequence
  'x00081010', // StationName
  'x00081040', // InstitutionalDepartmentName
  'x00081049',
  'x00081052',
  'x00081062',
  'x00081072',
  'x00081110', // ReferencedStudySequence
  'x00081111',
  'x00081120', // ReferencedPatientSequence
  'x00081140',
  'x00082112', // SourceImageSequence
  'x00084000', // IdentifyingComments
  'x00100021', // IssuerOfPatientID
  'x00100050', // PatientInsurancePlanCodeSequence
  'x00101002', // OtherPatientIDsSequence
  'x00101010', // PatientAge
  'x00101020', // PatientSize
  'x00101030', // PatientWeight
  'x00101080', // MilitaryRank
  'x00101090', // MedicalRecordLocator
  'x00102160', // EthnicGroup
  'x00102180', // Occupation
  'x001021b0', // AdditionalPatientHistory
  'x001021f0', // PatientReligiousPreference
  'x00181000', // DeviceSerialNumber
  'x00181030', // ProtocolName: free text
  'x00181400',
  'x00200010', // StudyID
  'x00204000', // ImageComments
  'x00321060', // RequestedProcedureDescription
  'x00324000', // StudyComments
  'x00400244', // PerformedProcedureStepStartDate
  'x00400245',
  'x00400253', // PerformedProcedureStepID
  'x00400254',
  'x00400275', // RequestAttributesSequence
  'x00400280',
  'x00401001', // RequestedProcedureID
  'x00402400',
  'x0040a730', // ContentSequence
  'x04000561', // OriginalAttributesSequence
  'x30060024',
]);

/** Name and number are known to be made up when the file says that identity was removed. */
const REPLACED_BY_PSEUDONYM = new Set(['x00100010', 'x00100020']);
const PATIENT_IDENTITY_REMOVED = 'x00120062';

/**
 * Names of the attributes that hold something about a person, at any depth; empty when the file may be shown as
 * it is.
 */
export function identifyingAttributes(data: DataSet): string[] {
  const isDeclared = data.string(PATIENT_IDENTITY_REMOVED)?.trim() === 'YES';
  const own = Object.entries(DIRECT)
    .filter(([tag]) => !(isDeclared && REPLACED_BY_PSEUDONYM.has(tag)))
    .filter(([tag]) => {
      const element = data.elements[tag];
      if (!element || element.length === 0) return false;
      return element.items !== undefined || (data.string(tag) ?? '').trim() !== '';
    })
    .map(([, name]) => name);
  return [...new Set([...own, ...Object.values(data.elements).flatMap(identifyingWithin)])];
}

/** What a sequence says about a person; of what goes with `remove` anyway nobody asks. */
function identifyingWithin({ tag, items }: Element): string[] {
  if (!items || identifies(tag)) return [];
  return items.flatMap(({ dataSet }) => (dataSet ? identifyingAttributes(dataSet) : []));
}

const LONG_HEADER_VRS = new Set([
  'OB',
  'OD',
  'OF',
  'OL',
  'OV',
  'OW',
  'SQ',
  'SV',
  'UC',
  'UN',
  'UR',
  'UT',
  'UV',
]);

/**
 * The file without everything that identifies or may identify. The pixels and what describes them stay byte for
 * byte; of the kept elements none depends on where it stands in the file.
 */
export function withoutIdentity(content: Uint8Array, data: DataSet): Buffer {
  const isImplicit = data.string('x00020010') === '1.2.840.10008.1.2';
  const elements = Object.values(data.elements)
    .map((element) => ({
      tag: element.tag,
      // A sequence that names a person goes as a whole.
      goes: identifies(element.tag) || identifyingWithin(element).length > 0,
      start:
        element.dataOffset -
        (element.tag.startsWith('x0002') || !isImplicit
          ? LONG_HEADER_VRS.has(element.vr ?? '')
            ? 12
            : 8
          : 8),
    }))
    .sort((a, b) => a.start - b.start);
  const kept: Uint8Array[] = [];
  const first = elements[0];
  if (!first) return Buffer.from(content);
  kept.push(content.subarray(0, first.start));
  for (const [index, { goes, start }] of elements.entries()) {
    const end = elements[index + 1]?.start ?? content.length;
    if (!goes) kept.push(content.subarray(start, end));
  }
  return Buffer.concat(kept);
}

/** Odd groups are private: nobody but their maker knows what they hold. 50xx and 60xx may be drawn text. */
const identifies = (tag: string): boolean =>
  tag in DIRECT ||
  INDIRECT.has(tag) ||
  dicomParser.isPrivateTag(tag) ||
  tag.startsWith('x50') ||
  tag.startsWith('x60');
