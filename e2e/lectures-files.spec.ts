import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { readSeries } from './support/dicom-values.ts';
import {
  CT,
  openStudyOf,
  pane,
  readerOf,
  sampleCanvas,
  shownSlice,
  wrongShades,
} from './support/lectures.ts';

/* How the viewer handles files from other programs, and damaged ones. */

const slicesInOrder = () => {
  const names = readdirSync(CT).filter((name) => name.endsWith('.dcm'));
  return names.map((name) => readFileSync(join(CT, name)));
};

/** The tools of Debian's dcmtk, by the coding that they produce. */
const CODINGS: readonly (readonly [name: string, command: string, ...args: string[]])[] = [
  ['implicit', 'dcmconv', '+ti'],
  ['big-endian', 'dcmconv', '+tb'],
  ['deflated', 'dcmconv', '+td'],
  ['rle', 'dcmcrle'],
  ['jpeg-lossless', 'dcmcjpeg', '+e1'],
  ['jpeg-lossless-7', 'dcmcjpeg', '+el', '+sv', '7'],
  ['jpeg-ls', 'dcmcjpls', '+el'],
];
const hasTools = (() => {
  try {
    execFileSync('dcmconv', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test('a slice looks the same in every lossless coding', async ({ page }) => {
  test.skip(!hasTools, 'needs dcmtk: apt-get install dcmtk');
  test.setTimeout(300_000);
  const folder = mkdtempSync(join(tmpdir(), 'vesalius-codings-'));
  const files: Record<string, Buffer> = {};
  const name = readdirSync(CT).filter((one) => one.endsWith('.dcm'))[13]!;
  for (const [coding, command, ...args] of CODINGS) {
    const target = join(folder, `${coding}.dcm`);
    execFileSync(command, [...args, join(CT, name), target], { stdio: 'pipe' });
    files[`${coding}.dcm`] = readFileSync(target);
  }
  rmSync(folder, { recursive: true });
  const values = readSeries(CT, [name])[0]!;

  await openStudyOf(page, await readerOf(page), files);
  const view = pane(page);
  await shownSlice(view);
  await view.focus();
  await page.keyboard.press('1');
  for (let step = 0; step < 10; step += 1) await page.keyboard.press('+');
  for (const [at, [coding]] of CODINGS.entries()) {
    await expect(view).toHaveAccessibleName(new RegExp(`Slice ${at + 1} of ${CODINGS.length}$`));
    await shownSlice(view);
    await expect
      .poll(
        async () => {
          const { samples } = await sampleCanvas(view, values, 1.25 ** 10);
          return [samples.length > 100, wrongShades(samples, values, 40, 80).slice(0, 3)];
        },
        { message: coding },
      )
      .toEqual([true, []]);
    await page.keyboard.press('ArrowDown');
  }
});

test('a damaged file is reported by name, and the rest of the series is still shown', async ({ page }) => {
  test.setTimeout(240_000);
  const [first, second, third] = slicesInOrder() as [Buffer, Buffer, Buffer];
  const files = {
    'whole-1.dcm': first,
    'cut-off.dcm': second.subarray(0, second.length - 40_000),
    'bomb.dcm': asBomb(third),
    'no-dicom.dcm': Buffer.from('<html>Not found</html>'),
    'whole-2.dcm': third,
  };
  await openStudyOf(page, await readerOf(page), files);
  const view = pane(page);
  await shownSlice(view);
  await view.focus();
  for (const [file, words] of [
    ['cut-off.dcm', /ends too early/],
    ['bomb.dcm', /another size than the file says/],
    ['no-dicom.dcm', /not a DICOM image/],
  ] as const) {
    await page.keyboard.press('ArrowDown');
    const message = view.getByRole('alert');
    await expect(message).toContainText(file);
    await expect(message).toContainText(words);
  }
  await page.keyboard.press('ArrowDown');
  await expect(view).toHaveAccessibleName(/Slice 5 of 5$/);
  await shownSlice(view);
  await expect(view.getByRole('alert')).toBeHidden();
  await expect(page.getByRole('status').filter({ hasText: 'cut-off.dcm' })).toBeVisible();
});

/** A slice with a JPEG of thirty bytes that claims four billion pixels. */
function asBomb(slice: Buffer): Buffer {
  const plain = Buffer.from('1.2.840.10008.1.2.1\0', 'latin1');
  const lossless = Buffer.from('1.2.840.10008.1.2.4.70', 'latin1');
  const at = slice.indexOf(plain);
  const head = Buffer.concat([slice.subarray(0, at), lossless, slice.subarray(at + plain.length)]);
  head.writeUInt16LE(lossless.length, at - 2);
  const group = head.indexOf(Buffer.from('02000000554c0400', 'hex')) + 8;
  head.writeUInt32LE(head.readUInt32LE(group) + lossless.length - plain.length, group);
  const pixels = head.indexOf(Buffer.from('e07f10004f57', 'hex'));
  const jpeg = Buffer.from('ffd8ffc3000b10ffffffff01011100ffd900', 'hex');
  return Buffer.concat([
    head.subarray(0, pixels),
    Buffer.from('e07f10004f420000ffffffff', 'hex'),
    Buffer.from('feff00e000000000feff00e0', 'hex'),
    Buffer.from([jpeg.length, 0, 0, 0]),
    jpeg,
    Buffer.from('feffdde000000000', 'hex'),
  ]);
}
