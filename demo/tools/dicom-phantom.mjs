/** The CT and MR series of the demo library: computed phantoms written as DICOM. */
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { dicomImage } from './dicom-writer.mjs';
import { abdomenVolume } from './phantoms/abdomen.mjs';
import { chestVolume } from './phantoms/chest.mjs';
import { headSlice } from './phantoms/head.mjs';
import { gaussian, randomSource } from './phantoms/volume.mjs';
import { demoFolder } from './series.mjs';

const lungAndMediastinum = [
  [-550, 1500, 'LUNG'],
  [40, 400, 'MEDIASTINUM'],
  [400, 1800, 'BONE'],
];

/** Slices are listed from the feet to the head, as z rises. */
const allSeries = [
  {
    slug: 'chest-radiography',
    key: 'ct-chest-nodule',
    study: 'CT chest phantom',
    description: 'Axial 7 mm, 12 mm nodule',
    bodyPart: 'CHEST',
    modality: 'CT',
    windows: lungAndMediastinum,
    size: 256,
    fieldOfView: 380,
    thickness: 7,
    slices: 42,
    firstZ: -48,
    noise: 14,
    volume: () => chestVolume({ finding: 'nodule' }),
  },
  {
    slug: 'applied-neuroanatomy',
    key: 'ct-head-haemorrhage',
    study: 'CT head phantom',
    description: 'Axial 5 mm, putaminal haemorrhage',
    bodyPart: 'HEAD',
    modality: 'CT',
    windows: [
      [40, 80, 'BRAIN'],
      [75, 215, 'SUBDURAL'],
      [600, 2800, 'BONE'],
    ],
    size: 256,
    fieldOfView: 215,
    thickness: 5,
    slices: 26,
    firstZ: -46,
    head: { finding: 'bleed', signal: 'ct' },
  },
  {
    slug: 'applied-neuroanatomy',
    key: 'mr-head-t1',
    study: 'MR head phantom',
    description: 'Axial T1-like 5 mm, normal',
    bodyPart: 'HEAD',
    modality: 'MR',
    windows: [[600, 1100, 'BRAIN']],
    size: 256,
    fieldOfView: 215,
    thickness: 5,
    slices: 26,
    firstZ: -46,
    head: { finding: 'none', signal: 't1' },
  },
  {
    slug: 'clinical-nephrology',
    key: 'ct-abdomen-stone',
    study: 'CT kidneys phantom',
    description: 'Axial 5 mm unenhanced, left ureteric stone',
    bodyPart: 'ABDOMEN',
    modality: 'CT',
    windows: [
      [40, 400, 'ABDOMEN'],
      [500, 1800, 'BONE'],
    ],
    size: 256,
    fieldOfView: 370,
    thickness: 5,
    slices: 36,
    firstZ: -88,
    noise: 12,
    volume: () => abdomenVolume({ step: 1 }),
  },
];

/** A smoothed random field, so that the noise has the grain of a CT kernel. */
function grain(random, size) {
  const raw = Float32Array.from({ length: size * size }, () => gaussian(random));
  const out = new Float32Array(size * size);
  for (let at = 0; at < out.length; at += 1) {
    const get = (offset) => raw[at + offset] ?? 0;
    out[at] = (get(0) * 2 + get(1) + get(-1) + get(size) + get(-size)) / 2.83;
  }
  return out;
}

function* sections(series) {
  const { size, fieldOfView, thickness } = series;
  const block = series.volume?.();
  const random = randomSource(2026);
  for (let index = 0; index < series.slices; index += 1) {
    const z = series.firstZ + index * thickness;
    if (!block) {
      yield {
        z,
        values: headSlice({ ...series.head, z, size, fieldOfView, thickness, seed: 100 + index }).pixels,
      };
      continue;
    }
    const values = new Float32Array(size * size);
    const noise = grain(random, size);
    const step = fieldOfView / size;
    for (let at = 0; at < values.length; at += 1) {
      const x = ((at % size) + 0.5) * step - fieldOfView / 2;
      const y = (Math.floor(at / size) + 0.5) * step - fieldOfView / 2;
      values[at] = block.sample(x, y, z - thickness / 2, z + thickness / 2) + noise[at] * series.noise;
    }
    yield { z, values };
  }
}

export function buildSeries(slug) {
  const said = [];
  for (const series of allSeries.filter((each) => each.slug === slug)) {
    const folder = join(demoFolder, slug, 'dicom', series.key);
    mkdirSync(folder, { recursive: true });
    for (const file of readdirSync(folder)) rmSync(join(folder, file));
    const spacing = series.fieldOfView / series.size;
    const corner = -series.fieldOfView / 2 + spacing / 2;
    const form = { ...series, rows: series.size, columns: series.size, spacing };
    const shift = series.modality === 'CT' ? 1024 : 0;
    let index = 0;
    for (const { z, values } of sections(series)) {
      index += 1;
      const pixels = Uint16Array.from(values, (value) =>
        Math.min(4095, Math.max(0, Math.round(value) + shift)),
      );
      const file = dicomImage(form, { index, position: [corner, corner, z], pixels });
      writeFileSync(join(folder, `${String(index).padStart(3, '0')}.dcm`), file);
    }
    said.push(`${series.key} ${index} images`);
  }
  return said.join(', ') || undefined;
}
