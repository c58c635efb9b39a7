import { createPublicKey, verify } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CompactSign } from 'jose';
import { afterEach, expect, it } from 'vitest';
import { Secret } from '../../config/config.ts';
import { loadSigningKey } from './signing-key.ts';

const folders: string[] = [];
const folder = () => {
  const path = mkdtempSync(join(tmpdir(), 'credential-key-'));
  folders.push(path);
  return path;
};
afterEach(() => {
  for (const path of folders.splice(0)) rmSync(path, { recursive: true });
});

it('is the same on two machines that share the secret, and another with another', async () => {
  const [here, there, elsewhere] = await Promise.all([
    loadSigningKey(folder(), new Secret('a secret that is shared')),
    loadSigningKey(folder(), new Secret('a secret that is shared')),
    loadSigningKey(folder(), new Secret('another secret')),
  ]);
  expect(there.publicJwk).toEqual(here.publicJwk);
  expect(elsewhere.publicJwk.x).not.toBe(here.publicJwk.x);
  const signed = await new CompactSign(Buffer.from('words'))
    .setProtectedHeader({ alg: 'EdDSA' })
    .sign(here.privateKey);
  const [head, body, sign = ''] = signed.split('.');
  const served = createPublicKey({ key: { ...there.publicJwk }, format: 'jwk' });
  expect(verify(null, Buffer.from(`${head}.${body}`), served, Buffer.from(sign, 'base64url'))).toBe(true);
});

it('stays when the secret changes, in a file for its owner alone', async () => {
  const path = folder();
  const first = await loadSigningKey(path, new Secret('the first secret'));
  expect((await loadSigningKey(path, new Secret('the second secret'))).publicJwk).toEqual(first.publicJwk);
  const file = join(path, 'credential-key.json');
  expect(statSync(file).mode & 0o077).toBe(0);
  expect(readFileSync(file, 'utf8')).not.toContain('the first secret');
});

it.each(['', '{', '{}', 'null'])('a file that holds %j is refused in words and left alone', async (text) => {
  const path = folder();
  const file = join(path, 'credential-key.json');
  writeFileSync(file, text);
  await expect(loadSigningKey(path, new Secret('a secret'))).rejects.toThrow(/holds no signing key.*backup/);
  expect(readFileSync(file, 'utf8')).toBe(text);
});
