import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import dicomParser from 'dicom-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BadDicom, readDicomSlice } from './dicom-check.ts';

/* Debian's sample files, if installed: apt-get install python3-pydicom. */
const SAMPLES = process.env.DICOM_SAMPLES ?? '/usr/lib/python3/dist-packages/pydicom/data/test_files';
const names = existsSync(SAMPLES) ? readdirSync(SAMPLES).filter((name) => name.endsWith('.dcm')) : [];

describe.skipIf(names.length === 0)('a real file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vesalius-real-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it.each(names)(
    '%s is refused in words, or stored without identity and with its own pixels',
    async (name) => {
      const read = await readDicomSlice(join(SAMPLES, name), { identity: 'remove' }).catch(
        (error: unknown) => error as Error,
      );
      if (read instanceof Error) {
        expect(read).toBeInstanceOf(BadDicom);
        return;
      }
      const stored = join(folder, name);
      await writeFile(stored, read.content);
      const again = await readDicomSlice(stored, { identity: 'refuse' });
      const { rows, columns, frames, transferSyntax, position, modality } = read.slice;
      expect(again.slice).toMatchObject({
        rows,
        columns,
        frames,
        transferSyntax,
        position,
        modality,
        identifying: [],
      });
      // A deflated file is stored inflated, so its pixels cannot be compared with the original.
      const original = await readFile(join(SAMPLES, name));
      if (/^image_dfl/.test(name)) return;
      // RLE is packed again.
      if (transferSyntax === '1.2.840.10008.1.2.5') return;
      expect(pixelsOf(again.content).equals(pixelsOf(original))).toBe(true);
    },
  );
});

function pixelsOf(file: Buffer): Buffer {
  const { dataOffset, length } = dicomParser.parseDicom(file).elements.x7fe00010!;
  return file.subarray(dataOffset, dataOffset + length);
}
