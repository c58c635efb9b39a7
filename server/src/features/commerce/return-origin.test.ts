import { expect, it } from 'vitest';
import { returnOrigin } from './return-origin.ts';

it.each([
  ['http://localhost:3000', '127.0.0.1:3000', true, 'http://127.0.0.1:3000'],
  ['http://127.0.0.1:3000', 'localhost:3000', true, 'http://localhost:3000'],
  ['http://localhost:3000', '[::1]:3000', true, 'http://[::1]:3000'],
  ['http://localhost:3000', 'demo.localhost:3000', true, 'http://demo.localhost:3000'],
  ['http://localhost:3000', '127.0.0.1:3000', false, 'http://localhost:3000'],
  ['http://localhost:3000', 'evil.example', true, 'http://localhost:3000'],
  ['http://localhost:3000', '127.0.0.1.evil.example', true, 'http://localhost:3000'],
  ['http://localhost:3000', 'a@evil.example/', true, 'http://localhost:3000'],
  ['https://books.example', '127.0.0.1:3000', true, 'https://books.example'],
])('of %s asked as %s, in test mode %s, buyers come back to %s', (publicUrl, host, isTestMode, origin) => {
  expect(returnOrigin(publicUrl, { protocol: 'http', host }, isTestMode)).toBe(origin);
});
