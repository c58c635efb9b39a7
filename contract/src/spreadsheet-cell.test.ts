import { expect, it } from 'vitest';
import { defuseCell } from './spreadsheet-cell.ts';

it.each([
  ['Ann', 'Ann'],
  ['a-b; c = d', 'a-b; c = d'],
  ['=1+1', "'=1+1"],
  ['-1', "'-1"],
  ['\t=1', "'\t'=1"],
  ['\uFF1D1', "'\uFF1D1"],
  ["Ann;=cmd|'/C calc'!A0;", "Ann;'=cmd|'/C calc'!A0;"],
  ['Ann;"=1"', 'Ann;\'"=1"'],
  ['Ann\t+1', "Ann\t'+1"],
  ['Ann\r\n@SUM(1)\n-2', "Ann\r\n'@SUM(1)\n'-2"],
])('defuses %j as %j', (text, defused) => {
  expect(defuseCell(text)).toBe(defused);
});
