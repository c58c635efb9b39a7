import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';

/* What a browser needs to offer the site as an app: https://www.w3.org/TR/appmanifest/ */
const root = resolve(import.meta.dirname, '../../../web');
const manifest = JSON.parse(readFileSync(resolve(root, 'public/app.webmanifest'), 'utf8'));

it('is named by every document', () => {
  expect(readFileSync(resolve(root, 'index.html'), 'utf8')).toContain('href="/app.webmanifest"');
});

it('has the icons that it names, in their sizes', async () => {
  for (const { src, sizes, type } of manifest.icons as { src: string; sizes: string; type: string }[]) {
    const file = resolve(root, `public${src}`);
    expect(existsSync(file), src).toBe(true);
    if (type !== 'image/png') continue;
    const { width, height, format } = await sharp(file).metadata();
    expect([`${width}x${height}`, format], src).toEqual([sizes, 'png']);
  }
  const sizes = manifest.icons.map((icon: { sizes: string }) => icon.sizes);
  expect(sizes).toEqual(expect.arrayContaining(['192x192', '512x512']));
  expect(manifest.icons.some((icon: { purpose?: string }) => icon.purpose === 'maskable')).toBe(true);
});
