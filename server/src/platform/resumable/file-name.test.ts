import { expect, it } from 'vitest';
import { cleanFileName } from './file-name.ts';

it.each([
  ['atlas.pdf', 'atlas.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\Ada\\Atlas of the Heart.pdf', 'Atlas of the Heart.pdf'],
  ['a\u0000b\u001b[31m\r\nc.pdf', 'ab[31mc.pdf'],
  ['invoice\u202efdp.exe', 'invoicefdp.exe'],
  ['<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'],
  ['قلب.pdf', 'قلب.pdf'],
  ['', 'file'],
  ['///', 'file'],
  ['\u200b', 'file'],
  ['half \ud83d', 'half \ufffd'],
])('%j is called %j', (given, name) => {
  expect(cleanFileName(given)).toBe(name);
});

it('keeps the end of a name that is too long, and no half of a character', () => {
  const name = cleanFileName(`${'🫀'.repeat(400)}.pdf`);
  expect([...name]).toHaveLength(200);
  expect(name.endsWith('🫀.pdf')).toBe(true);
  expect(name.isWellFormed()).toBe(true);
});
