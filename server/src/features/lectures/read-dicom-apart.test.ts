import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueCalls } from '@vesalius/contract/catalogue-calls';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';
import { dicomFile, dicomFileOfMany } from '../../testing/dicom-file.ts';
import { lookAtFile } from '../publishing/checks/look-at-file.ts';
import { readDicomSlice } from './dicom-check.ts';
import { DicomReader, lookAtDicom, writeDicom } from './read-dicom-apart.ts';

let t: TestApp;
let folder: string;
beforeAll(async () => {
  t = await testApp();
  folder = mkdtempSync(join(tmpdir(), 'vesalius-dicom-apart-'));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await t.close();
});

function stored(name: string, content: Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

it('answers other calls while a file of very many attributes is looked at, and refuses it', async () => {
  const path = stored('many.dcm', dicomFileOfMany(260_000));
  let isLooking = true;
  const look = lookAtFile(t.deps, 'dicom-remove', path, {}).finally(() => {
    isLooking = false;
  });
  let answered = 0;
  while (isLooking) {
    expect((await t.call(catalogueCalls.listBooks, {})).status).toBe(200);
    answered += 1;
  }
  expect(await look).toEqual({
    problems: [{ line: null, text: 'has more than 250,000 attributes, which no image has; export it again' }],
  });
  // In this process the calls would wait until the file is read.
  expect(answered).toBeGreaterThan(20);
});

it('refuses what takes too much time or memory, and reads the next file', async () => {
  const many = stored('late.dcm', dicomFileOfMany(260_000));
  const good = stored('good.dcm', dicomFile());
  const limits = { timeLimitMs: 500, timeLimitMsPerMegabyte: 0 };
  const impatient = new DicomReader(() => inject('dicomChild'), limits);
  const late = impatient.read({ path: many, identity: 'remove' });
  await expect(late).rejects.toThrow('takes longer than 1 seconds to read');
  const small = new DicomReader(() => inject('dicomChild'), { heapMb: 48 });
  await expect(small.read({ path: many, identity: 'remove' })).rejects.toThrow('takes more memory to read');
  expect(await small.read({ path: good, identity: 'remove' })).toMatchObject({ rows: 4, instanceNumber: 1 });
});

it('gives a large file more time', async () => {
  const path = stored('large.dcm', dicomFileOfMany(260_000));
  const limits = { timeLimitMs: 1, timeLimitMsPerMegabyte: 60_000 };
  const reader = new DicomReader(() => inject('dicomChild'), limits);
  await expect(reader.read({ path, identity: 'remove' })).rejects.toThrow('more than 250,000 attributes');
  const brief = new DicomReader(() => inject('dicomChild'), { ...limits, longestMs: 1 });
  await expect(brief.read({ path, identity: 'remove' })).rejects.toThrow('takes longer than');
});

it('writes what readers get, as it is read', async () => {
  const path = stored('named.dcm', dicomFile({ attributes: { '00100010': ['PN', 'Doe^Jane'] } }));
  const output = { path: join(folder, 'out.dcm'), uidKey: Buffer.alloc(16, 1), kept: [] };
  expect(await writeDicom({ path, identity: 'remove', output })).toMatchObject({
    identifying: ['PatientName'],
  });
  expect(readFileSync(output.path).includes('Doe')).toBe(false);
  const { content } = await readDicomSlice(path, { identity: 'remove', uidKey: output.uidKey });
  expect(readFileSync(output.path).equals(content)).toBe(true);
  await expect(lookAtDicom(path, 'refuse')).rejects.toThrow('names a person in PatientName');
  await expect(lookAtDicom(join(folder, 'gone.dcm'), 'refuse')).rejects.toThrow('could not be read: ENOENT');
});
