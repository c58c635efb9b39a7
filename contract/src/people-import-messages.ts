import { catalogOf } from './field-text.ts';

/** What is wrong with a person in the form or in a row of a file, in the specification's words where it has some. */
export const PERSON_MESSAGES = catalogOf({
  firstNameRequired: 'First Name is required',
  secondNameRequired: 'Second Name is required',
  nameTooShort: 'Too short!',
  nameTooLong: 'Too long!',
  emailRequired: 'Email is Required',
  emailInvalid: 'Invalid email',
  nameIsFormula: 'A name cannot begin with = + - or @',
  notToBeAdded: 'This address cannot be added',
});
export type PersonMessageKey = keyof typeof PERSON_MESSAGES;

/** Why a file of people cannot be read. */
export const FILE_MESSAGES = catalogOf({
  listOrFile: 'A list of users, or a file, is needed',
  oneFile: 'Choose one file.',
  empty: 'The file is empty.',
  nobody: 'There is nobody in the file.',
  notText: 'This is not a text file.',
  encodingUnknown:
    'The encoding of the file is not known: it is not UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8" and choose it again.',
  utf32: 'The file is encoded as UTF-32. Save it as "CSV UTF-8" and choose it again.',
  oldExcel:
    'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
  notExcel: 'This is not an Excel workbook.',
  noSheet: 'There is no sheet in the workbook.',
  excelDamaged: 'The Excel file is damaged.',
  excelOdd: 'The Excel file is not one that a spreadsheet program writes.',
  excelTooLarge: 'The Excel file is too large when it is unpacked.',
  excelPassword: 'The Excel file is protected with a password.',
  excelTooManyFiles: 'The Excel file is an archive of too many files.',
  interrupted: 'Reading the file was interrupted on the server. Send it again.',
  tooMuchMemory: 'Reading the file takes too much memory. Copy the list into a new file.',
});
export type FileMessageKey = keyof typeof FILE_MESSAGES;
