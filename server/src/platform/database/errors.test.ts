import { describe, expect, it } from 'vitest';
import { asProductError } from '../http.ts';
import { isUnavailable } from './errors.ts';

describe('what is nobody’s fault who asks', () => {
  it.each([
    ['the database’s disk is full', { code: '53100' }],
    ['the database has no memory left', { code: '53200' }],
    ['the database takes no more connections', { code: '53300' }],
    ['the database cannot read or write its disk', { code: '58030' }],
    ['the database is shutting down', { code: '57P01' }],
    ['our own disk is full', { code: 'ENOSPC', syscall: 'write' }],
    ['nobody listens where the database was', { code: 'ENOENT', syscall: 'connect' }],
  ])('%s: 503, to be tried again', (_what, error) => {
    expect(isUnavailable(error)).toBe(true);
    expect(asProductError(error)).toMatchObject({ status: 503, code: 'unavailable', retryAfterSeconds: 2 });
  });

  it.each([
    ['a file that is missing', { code: 'ENOENT', syscall: 'open' }],
    ['a statement that is wrong', { code: '42601' }],
    ['a row that is there already', { code: '23505' }],
  ])('%s is a fault of ours', (_what, error) => {
    expect(isUnavailable(error)).toBe(false);
    expect(asProductError(error)).toMatchObject({ status: 500 });
  });
});
