/** A radiograph of a phantom: attenuation summed along parallel rays, then displayed as a digital system does. */
import sharp from 'sharp';
import { gaussian, randomSource } from './phantoms/volume.mjs';

/** Attenuation per mm at chest energies; bone absorbs more than its density alone says. */
const attenuation = (hu) => Math.max(0, 0.0195 * (1 + hu / 1000) + (hu > 120 ? (hu - 120) * 0.000006 : 0));

function project(block, view) {
  const { nx, ny, nz, data, step } = block;
  const width = view === 'lateral' ? ny : nx;
  const image = new Float32Array(width * nz);
  const table = new Float32Array(5200);
  for (let hu = -1024; hu < 4176; hu += 1) table[hu + 1024] = attenuation(hu) * step;
  for (let k = 0; k < nz; k += 1) {
    const row = (nz - 1 - k) * width;
    for (let j = 0; j < ny; j += 1) {
      let at = (k * ny + j) * nx;
      // The lateral film is read with the front of the patient to the left.
      for (let i = 0; i < nx; i += 1, at += 1)
        image[row + (view === 'lateral' ? j : i)] += table[data[at] + 1024];
    }
  }
  return { image, width, height: nz };
}

function blur({ image, width, height }, radius) {
  let from = image;
  for (let pass = 0; pass < 2; pass += 1) {
    for (const [count, length, along, across] of [
      [height, width, 1, width],
      [width, height, width, 1],
    ]) {
      const to = new Float32Array(from.length);
      for (let line = 0; line < count; line += 1) {
        const base = line * across;
        const at = (index) => base + Math.min(length - 1, Math.max(0, index)) * along;
        let sum = 0;
        for (let index = -radius; index <= radius; index += 1) sum += from[at(index)];
        for (let index = 0; index < length; index += 1) {
          to[base + index * along] = sum / (2 * radius + 1);
          sum += from[at(index + radius + 1)] - from[at(index - radius)];
        }
      }
      from = to;
    }
  }
  return from;
}

/**
 * Crops [left, top, width, height] in mm from the top left corner of the block.
 * @param {import('./phantoms/volume.mjs').Volume} block
 * @param {{ view?: string, crop?: number[], width?: number, seed?: number }} [options]
 */
export async function radiograph(block, { view = 'frontal', crop, width = 900, seed = 3 } = {}) {
  const flat = project(block, view);
  const wide = blur(flat, Math.round(26 / block.step));
  const veil = blur(flat, Math.round(9 / block.step));
  const { image } = flat;
  const shown = new Float32Array(image.length);
  for (let at = 0; at < image.length; at += 1) {
    shown[at] = image[at] - 0.5 * wide[at] + 0.35 * (image[at] - wide[at]) + 0.75 * (image[at] - veil[at]);
  }
  const inside = [...shown].filter((_, at) => image[at] > 0.6).sort((a, b) => a - b);
  const low = inside[Math.floor(inside.length * 0.015)] * 0.86;
  const high = inside[Math.floor(inside.length * 0.985)];
  const grey = Buffer.alloc(image.length);
  for (let at = 0; at < image.length; at += 1) {
    const share = Math.min(1, Math.max(0, (shown[at] - low) / (high - low)));
    const bare = Math.min(1, image[at] / 0.5);
    grey[at] = Math.round(8 + 240 * share * bare);
  }
  let picture = sharp(grey, { raw: { width: flat.width, height: flat.height, channels: 1 } });
  if (crop) {
    const [left, top, w, h] = crop.map((mm) => Math.round(mm / block.step));
    picture = picture.extract({ left, top, width: w, height: h });
  }
  const large = await picture
    .resize({ width, kernel: 'cubic' })
    .blur(0.6)
    .toColourspace('b-w')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const random = randomSource(seed);
  const { data, info } = large;
  const channels = info.channels;
  const noisy = Buffer.alloc(info.width * info.height);
  for (let at = 0; at < noisy.length; at += 1) {
    noisy[at] = Math.min(255, Math.max(0, Math.round(data[at * channels] + gaussian(random) * 3.2)));
  }
  return sharp(noisy, { raw: { width: info.width, height: info.height, channels: 1 } });
}
