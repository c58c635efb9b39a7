/** A head in Hounsfield units or as a T1-like magnetic resonance signal, evaluated point by point. */
import { gaussian, randomSource } from './volume.mjs';

const inEllipse = (x, y, z, cx, cy, cz, rx, ry, rz) =>
  ((x - cx) / rx) ** 2 + ((y - cy) / ry) ** 2 + ((z - cz) / rz) ** 2;

/** Smooth waves that stand for sulci; positive where a sulcus cuts in. */
function folds(x, y, z) {
  const a =
    Math.sin(x * 0.31 + 2.2 * Math.sin(y * 0.11 + z * 0.07)) *
    Math.sin(y * 0.27 + 1.7 * Math.sin(x * 0.13 - z * 0.09));
  const b = Math.sin((x + y) * 0.19 + z * 0.21) * Math.sin((x - y) * 0.23 - z * 0.11);
  return a * 0.75 + b * 0.5;
}

/** What a point is: the names are keys of the tables below. z = 0 is the level of the foramen of Monro less 10 mm. */
function tissue(x, y, z, finding) {
  const top = z > 0 ? 92 : 78;
  const outer = Math.sqrt(inEllipse(x, y, z, 0, 0, 0, 77, 96, top + 8));
  if (outer > 1) return 'air';
  if (outer > 0.955) return 'scalp';
  if (outer > 0.945) return 'fat';
  const skull = Math.sqrt(inEllipse(x, y, z, 0, 0, 0, 72.5, 91, top + 3));
  if (skull > 1) return 'muscle';
  if (skull > 0.93) return skull > 0.98 || skull < 0.948 ? 'bone' : 'diploe';
  const side = Math.abs(x);
  // The petrous and sphenoid ridges in the lowest sections.
  if (z < -30) {
    const ridge = Math.abs(y - 8 + side * 0.42 - 14) < 7 + (-30 - z) * 0.15 && side > 16;
    if (ridge) return side < 50 && folds(x * 2, y * 2, z) > 0.75 ? 'air' : 'bone';
    const wing = Math.abs(y + 34 + side * 0.28 - 10) < 3.5 && side > 12 && z < -34;
    if (wing) return 'bone';
  }
  const brain = Math.sqrt(inEllipse(x, y, z, 0, 0, 0, 66, 83.5, top - 4.5));
  if (brain > 1) return 'csf';
  if (side < 0.9 && (y < -24 || y > 34) && z > -10) return 'falx';
  const depth = 1 - brain;
  const fold = folds(x, y, z);
  if (side < 2 && brain > 0.3 && (y < -32 || y > 40)) return 'csf';
  // Sylvian fissure and insula.
  const sylvian =
    Math.abs(y + 8 + (z - 4) * 0.5 + (side - 46) * 0.16) < 2.4 && side > 42 && z > -14 && z < 24;
  if (sylvian) return 'csf';
  const reach = 0.13 + 0.07 * Math.sin(x * 0.17 + y * 0.13 + z * 0.1);
  if (Math.abs(fold) < 0.1 - depth * 0.45 && depth < reach) return 'csf';
  // Ventricles.
  const horn = z > 4 && z < 34;
  if (horn) {
    const rise = (z - 4) / 30;
    const frontal =
      inEllipse(side, y, 0, 9 + 3 * (1 - rise), -26 + 10 * rise, 0, 5.2 + 2 * rise, 15, 1) < 1 && y < -2;
    const body = z > 16 && inEllipse(side, y, 0, 13, 12, 0, 6, 30, 1) < 1;
    const trigone = inEllipse(side, y, 0, 25 - 4 * rise, 36, 0, 6.5, 15, 1) < 1;
    if (side > 1 && (frontal || body || trigone)) return 'csf';
    if (trigone === false && inEllipse(side, y, 0, 23, 34, 0, 2.5, 4, 1) < 1) return 'plexus';
  }
  if (z > -12 && z < 14 && side < 2.2 && y > -10 && y < 16) return 'csf';
  if (z < -22 && z > -46 && inEllipse(x, y, 0, 0, 44, 0, 8, 6, 1) < 1) return 'csf';
  if (z < -14 && z > -30 && inEllipse(x, y, 0, 0, -4, 0, 13, 8, 1) < 1) return 'csf';
  // Deep grey matter.
  if (finding === 'bleed') {
    const clot = inEllipse(x, y, z, 29, -2, 8, 12 + 1.4 * Math.sin(y * 0.5) + Math.sin(z), 20, 15);
    if (clot < 1) return 'clot';
    if (clot < 1.75) return 'oedema';
  }
  const wedge = 25 + Math.abs(y + 4) * 0.3 + 4 * Math.sin(y * 0.21) + 2.5 * Math.sin(y * 0.53 + z);
  if (
    finding === 'infarct' &&
    x > wedge &&
    Math.abs(y + 4) < 50 + 4 * Math.sin(x * 0.3) &&
    z > -14 &&
    z < 40
  ) {
    return 'infarct';
  }
  if (z > -8 && z < 24) {
    if (inEllipse(side, y, z, 15, -22, 12, 5, 10, 14) < 1) return 'deepGrey';
    if (inEllipse(side, y, z, 27, -3, 8, 6.5, 17, 13) < 1) return 'deepGrey';
    if (inEllipse(side, y, z, 11.5, 13, 8, 8.5, 14, 13) < 1) return 'deepGrey';
  }
  if (z < -14 && inEllipse(x, y, 0, 0, 22, 0, 16, 14, 1) < 1) return 'white';
  if (z < -20 && y > 30)
    return depth > 0.34 || Math.sin((y + side * 0.3) * 1.35 + 0.8 * fold) < -0.1 ? 'white' : 'grey';
  const ribbon = 0.05;
  const nearSulcus = Math.abs(fold) < 0.33 - depth * 0.7 && depth < reach + 0.05;
  const insula = side > 37 && side < 42 && Math.abs(y + 6) < 24 && z > -12 && z < 24;
  return depth < ribbon || nearSulcus || insula ? 'grey' : 'white';
}

const hounsfield = {
  air: -1000,
  scalp: 45,
  fat: -80,
  muscle: 50,
  bone: 1150,
  diploe: 620,
  csf: 6,
  falx: 58,
  plexus: 70,
  grey: 38,
  deepGrey: 38,
  white: 29,
  clot: 68,
  oedema: 19,
  infarct: 22,
};
const t1Signal = {
  air: 8,
  scalp: 640,
  fat: 1500,
  muscle: 520,
  bone: 90,
  diploe: 760,
  csf: 230,
  falx: 420,
  plexus: 560,
  grey: 640,
  deepGrey: 690,
  white: 900,
  clot: 760,
  oedema: 520,
  infarct: 520,
};

/** One axial section; the centre of the field lies at x = y = 0. Two by two by three samples make each pixel. */
export function headSlice({ finding = 'none', z, size, fieldOfView, thickness, seed, signal = 'ct' }) {
  const table = signal === 'ct' ? hounsfield : t1Signal;
  const noise = signal === 'ct' ? 3.2 : 22;
  const step = fieldOfView / size;
  const pixels = new Float32Array(size * size);
  const random = randomSource(seed);
  for (let row = 0; row < size; row += 1) {
    for (let column = 0; column < size; column += 1) {
      let sum = 0;
      for (const dz of [-0.33, 0, 0.33]) {
        for (const [u, v] of [
          [0.25, 0.25],
          [0.75, 0.25],
          [0.25, 0.75],
          [0.75, 0.75],
        ]) {
          const x = (column + u) * step - fieldOfView / 2;
          const y = (row + v) * step - fieldOfView / 2;
          sum += table[tissue(x, y, z + dz * thickness, finding)];
        }
      }
      pixels[row * size + column] = sum / 12 + gaussian(random) * noise;
    }
  }
  return { pixels, size };
}
