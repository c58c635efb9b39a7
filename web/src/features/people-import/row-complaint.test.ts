import { PersonToAdd } from '@vesalius/contract/people-import';
import { expect, it } from 'vitest';
import { complaintsOf } from '../../lib/field-errors.ts';
import { fileComplaint, rowComplaint } from './row-complaint.ts';

it.each([
  'Columns are missing: email, first_name.',
  'The file has no column 7.',
  'There is nobody in the file.',
  'There are more than 20000 people in the file.',
  'The file is empty.',
  'This is not a text file.',
  'The encoding of the file is not known: it is not UTF-8, UTF-16 or Windows-1252. Save it as "CSV UTF-8" and choose it again.',
  'The file is encoded as UTF-32. Save it as "CSV UTF-8" and choose it again.',
  'This is an old Excel file (.xls), or one with a password. Save it as .xlsx without a password, or as CSV.',
  'This is not an Excel workbook.',
  'There is no sheet in the workbook.',
  'The Excel file is damaged.',
  'The Excel file is too large when it is unpacked.',
  'The file could not be read: Quote Not Closed',
])('"%s" is said in Arabic, too', (text) => {
  expect(fileComplaint(text, 'ar')).toMatch(/^[\u0600-\u06ff]/);
  expect(fileComplaint(text, 'en')).toBe(text);
});

it('keeps the values that an error names', () => {
  expect(fileComplaint('Columns are missing: email.', 'ar')).toBe('أعمدة ناقصة: email.');
});

it('names the fields of a row’s errors as the form does, in both languages', () => {
  const english = complaintsOf(PersonToAdd, { first_name: 'A', second_name: '', email: 'ada' });
  expect(Object.values(english).map((text) => rowComplaint(text, 'en'))).toEqual([
    'At least 2 letters',
    'Last name is required',
    'Invalid email',
  ]);
  for (const text of Object.values(english)) expect(rowComplaint(text, 'ar')).toMatch(/^\p{Script=Arabic}/u);
});
