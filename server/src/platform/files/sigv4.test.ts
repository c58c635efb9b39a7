import { describe, expect, it } from 'vitest';
import { encodeSegment, payloadHashOf, signRequest } from './sigv4.ts';

// The worked examples of the S3 documentation ("Signature Calculations for the Authorization Header").
const credentials = {
  region: 'us-east-1',
  accessKeyId: 'AKIAIOSFODNN7EXAMPLE',
  secretAccessKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
};
const at = new Date('2013-05-24T00:00:00Z');
const EMPTY = payloadHashOf(new Uint8Array());
const signatureOf = (
  method: string,
  url: string,
  headers: Record<string, string> = {},
  payloadHash = EMPTY,
) =>
  /Signature=(\w+)/.exec(
    signRequest({ method, url: new URL(url), headers, payloadHash }, credentials, at).authorization ?? '',
  )?.[1];

describe('a signature', () => {
  it('of a GET with a range is the documented one', () => {
    expect(
      signatureOf('GET', 'https://examplebucket.s3.amazonaws.com/test.txt', { Range: 'bytes=0-9' }),
    ).toBe('f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41');
  });

  it('of a PUT with a body is the documented one', () => {
    const body = Buffer.from('Welcome to Amazon S3.');
    const headers = { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
    expect(
      signatureOf(
        'PUT',
        'https://examplebucket.s3.amazonaws.com/test%24file.text',
        headers,
        payloadHashOf(body),
      ),
    ).toBe('98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd');
  });

  it('of a list with a query is the documented one', () => {
    expect(signatureOf('GET', 'https://examplebucket.s3.amazonaws.com/?max-keys=2&prefix=J')).toBe(
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    );
  });

  it('needs segments encoded as AWS does', () => {
    expect(encodeSegment("test$file (1)'s*!.text")).toBe('test%24file%20%281%29%27s%2A%21.text');
  });
});
