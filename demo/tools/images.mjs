/** The computed radiographs of the chest book, and the drawn or sectioned images of the others, as WebP. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { abdomenVolume } from './phantoms/abdomen.mjs';
import { chestVolume } from './phantoms/chest.mjs';
import { headSlice } from './phantoms/head.mjs';
import { radiograph } from './radiograph.mjs';
import { demoFolder, readManifest } from './series.mjs';

const renderTool = fileURLToPath(new URL('../ecg-in-practice/source/tools/render.mjs', import.meta.url));

const frontal = { crop: [30, 14, 320, 316], width: 1000 };
const lateral = { view: 'lateral', crop: [2, 14, 232, 316], width: 760 };

/** file: [finding, view] */
/** @type {Record<string, [finding: string, view: Parameters<typeof radiograph>[1]]>} */
const radiographs = {
  'pa-normal': ['none', frontal],
  'lateral-normal': ['none', lateral],
  'pa-nodule': ['nodule', frontal],
  'pa-middle-lobe': ['middleLobe', frontal],
  'lateral-middle-lobe': ['middleLobe', lateral],
  'pa-left-lower-lobe': ['lowerLobe', frontal],
  'pa-right-upper-lobe': ['upperLobe', frontal],
  'pa-effusion': ['effusion', frontal],
  'pa-pneumothorax': ['pneumothorax', frontal],
  'pa-cardiomegaly': ['cardiomegaly', frontal],
  'pa-oedema': ['oedema', frontal],
  'pa-expiration': ['expiration', frontal],
};

const grey = (hu, [centre, width]) =>
  Math.min(255, Math.max(0, Math.round(((hu - centre) / width + 0.5) * 255)));

/** A section of a block of Hounsfield units in a window, as an image of square pixels. */
async function section(block, z, window, size = 720) {
  const [[x0, x1], [y0, y1]] = block.bounds;
  const columns = Math.round((x1 - x0) * 1.6);
  const rows = Math.round((y1 - y0) * 1.6);
  const pixels = Buffer.alloc(columns * rows);
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const x = x0 + (column + 0.5) / 1.6;
      const y = y0 + (row + 0.5) / 1.6;
      pixels[row * columns + column] = grey(block.sample(x, y, z - 1.5, z + 1.5), window);
    }
  }
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 1 } })
    .resize({ width: size })
    .blur(0.5);
}

const save = (picture, slug, name) =>
  picture.webp({ quality: 84 }).toFile(join(demoFolder, slug, 'images', `${name}.webp`));

const builders = {
  async 'chest-radiography'(slug) {
    for (const [name, [finding, view]] of Object.entries(radiographs)) {
      await save(await radiograph(chestVolume({ finding }), view), slug, name);
    }
    const nodule = chestVolume({ finding: 'nodule' });
    await save(await section(nodule, 158, [-550, 1500]), slug, 'ct-nodule-lung');
    await save(await section(nodule, 158, [40, 400]), slug, 'ct-nodule-mediastinum');
    await save(await section(nodule, 34, [40, 400]), slug, 'ct-heart-mediastinum');
    return Object.keys(radiographs).length + 3;
  },
  async 'applied-neuroanatomy'(slug) {
    /** @type {Record<string, [finding: string, z: number, window: [center: number, width: number]]>} */
    const pictures = {
      'ct-putaminal-haemorrhage': ['bleed', 8, [40, 80]],
      'ct-normal-basal-ganglia': ['none', 8, [40, 80]],
      'ct-middle-cerebral-infarct': ['infarct', 8, [35, 40]],
      'ct-normal-ventricles': ['none', 28, [40, 80]],
    };
    for (const [name, [finding, z, window]] of Object.entries(pictures)) {
      const { pixels, size } = headSlice({ finding, z, size: 512, fieldOfView: 210, thickness: 4, seed: 11 });
      const bytes = Buffer.from(Uint8Array.from(pixels, (hu) => grey(hu, window)));
      await save(
        sharp(bytes, { raw: { width: size, height: size, channels: 1 } })
          .blur(0.5)
          .resize({ width: 720 }),
        slug,
        name,
      );
    }
    return Object.keys(pictures).length;
  },
  async 'clinical-nephrology'(slug) {
    const block = abdomenVolume();
    await save(await section(block, 18, [40, 400]), slug, 'ct-kidneys');
    await save(await section(block, -26, [40, 400]), slug, 'ct-ureteric-stone');
    await save(
      await radiograph(block, { width: 900, crop: [10, 2, 350, 204] }),
      slug,
      'abdominal-film-stone',
    );
    return 3;
  },
};

/** Image materials that are figures of the book: the same drawing, enlarged. */
function drawnImages(slug) {
  const materials = (readManifest(slug)?.supplementaries ?? []).flatMap((group) => group.materials);
  return materials
    .flatMap((material) => material.images ?? [])
    .map((image) => basename(image.file, '.webp'))
    .filter((name) => existsSync(join(demoFolder, slug, 'source', 'figures', `${name}.svg`)));
}

export async function buildImages(slug) {
  const drawn = drawnImages(slug);
  mkdirSync(join(demoFolder, slug, 'images'), { recursive: true });
  if (drawn.length > 0) execFileSync(process.execPath, [renderTool, slug, ...drawn]);
  const computed = (await builders[slug]?.(slug)) ?? 0;
  return `${computed} computed, ${drawn.length} drawn`;
}
