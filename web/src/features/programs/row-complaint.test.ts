import { expect, it } from 'vitest';
import { fileComplaint } from './row-complaint.ts';

it.each([
  'The name of the file does not end in .csv.',
  'Columns are missing: email, first_name.',
  'There is no student in the file.',
  'More than 20000 students are in the file.',
  'The file is empty.',
  'This is not a text file.',
  'The file is not encoded as UTF-8. Save it as "CSV UTF-8" and choose it again.',
  'The file could not be read: Quote Not Closed',
])('"%s" is said in Arabic, too', (text) => {
  expect(fileComplaint(text, 'ar')).toMatch(/^[\u0600-\u06ff]/);
  expect(fileComplaint(text, 'en')).toBe(text);
});

it('what a complaint names stays as it is', () => {
  expect(fileComplaint('Columns are missing: email.', 'ar')).toBe('أعمدة ناقصة: email.');
});
