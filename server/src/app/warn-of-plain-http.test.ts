import { expect, it } from 'vitest';
import { recordingLog } from '../testing/recording-log.ts';
import { warnOfPlainHttp } from './warn-of-plain-http.ts';

it.each([
  ['http://books.example.org', true, 1],
  ['http://10.0.0.5:3000', true, 1],
  ['https://books.example.org', true, 0],
  ['http://localhost:3000', true, 0],
  ['http://127.0.0.1:3000', true, 0],
  ['http://[::1]:3000', true, 0],
  ['http://books.example.org', false, 0],
  [undefined, true, 0],
])('%s in production (%s) makes %i warnings', (PUBLIC_URL, production, count) => {
  const log = recordingLog();
  warnOfPlainHttp({ config: { PUBLIC_URL, production }, log } as never);
  expect(log.lines.map(({ level }) => level)).toEqual(Array.from({ length: count }, () => 'warn'));
});
