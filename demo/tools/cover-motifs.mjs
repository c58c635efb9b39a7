/** The drawn motif of each cover, in a field of 1000 by 1500. All are computed; nothing is traced. */
import { join } from 'node:path';
import sharp from 'sharp';
import { randomSource } from './phantoms/volume.mjs';
import { demoFolder } from './series.mjs';

const paper = '#f6f1e7';
const f = (value) => value.toFixed(1);

/** The radiograph as an engraving: horizontal lines that swell where the film is white. */
async function chest({ spark }) {
  const [columns, rows] = [300, 92];
  const { data } = await sharp(join(demoFolder, 'chest-radiography', 'images', 'pa-nodule.webp'))
    .greyscale()
    .normalise()
    .resize(columns, rows, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [left, top, width, height] = [-20, 530, 1040, 800];
  const pitch = height / rows;
  const channels = data.length / (columns * rows);
  let d = '';
  for (let row = 0; row < rows; row += 1) {
    const y = top + (row + 0.5) * pitch;
    const upper = [];
    const lower = [];
    for (let column = 0; column < columns; column += 1) {
      const x = left + (column / (columns - 1)) * width;
      const light = data[(row * columns + column) * channels] / 255;
      const edge = Math.min(1, row / 8, (rows - row) / 8);
      const half = (0.25 + 3.9 * Math.max(0, light - 0.06) ** 1.35) * (0.25 + 0.75 * edge);
      const sway = 1.6 * Math.sin(column * 0.05 + row * 0.35);
      upper.push(`${f(x)} ${f(y + sway - half)}`);
      lower.push(`${f(x)} ${f(y + sway + half)}`);
    }
    d += `M${upper.join('L')}L${lower.reverse().join('L')}Z`;
  }
  const [x, y] = [left + width * (0.5 - 78 / 320), top + height * ((264 - 158 - 14) / 316)];
  return `<path d="${d}" fill="${paper}"/><circle cx="${f(x)}" cy="${f(y)}" r="34" stroke="${spark}" stroke-width="4"/><circle cx="${f(x)}" cy="${f(y)}" r="9" fill="${spark}"/>`;
}

/** A heart that appears where a stack of tracings begins to beat. */
function ecg({ spark }) {
  const bump = (t, centre, width) => Math.exp(-(((t - centre) / width) ** 2));
  const beat = (t) =>
    0.14 * bump(t, 0.2, 0.04) -
    0.14 * bump(t, 0.355, 0.012) +
    bump(t, 0.385, 0.017) -
    0.26 * bump(t, 0.415, 0.013) +
    0.27 * bump(t, 0.63, 0.065);
  const inHeart = (x, y) => {
    const u = (x - 500) / 345;
    const v = -(y - 905) / 320;
    const k = u * u + v * v - 0.92;
    return k * k * k - u * u * v * v * v;
  };
  const lines = [];
  const rows = 38;
  for (let row = 0; row < rows; row += 1) {
    const y0 = 580 + row * 19.2;
    let quiet = '';
    let beating = '';
    let was = false;
    for (let x = -10; x <= 1010; x += 1.5) {
      const depth = Math.min(1, Math.max(0, -inHeart(x, y0) * 9));
      const t = ((x + row * 31.7) % 106) / 106;
      const at = `${f(x)} ${f(y0 - beat(t) * 66 * depth ** 0.6)}`;
      const inside = depth > 0;
      if (inside !== was || x === -10) {
        if (inside) beating += `M${at}`;
        else quiet += `M${at}`;
      } else if (inside) beating += `L${at}`;
      else quiet += `L${at}`;
      was = inside;
    }
    const chosen = row === 21;
    lines.push(
      `<path d="${quiet}" stroke="${chosen ? spark : paper}" stroke-width="${chosen ? 3.4 : 1.5}" opacity="${chosen ? 1 : 0.34}"/>`,
      `<path d="${beating}" stroke="${chosen ? spark : paper}" stroke-width="${chosen ? 5.5 : 3}" stroke-linejoin="round"/>`,
    );
  }
  return lines.join('');
}

/** A kidney in section: cortex as grain, pyramids as converging tubules, one nephron picked out. */
function kidney({ spark, mid }) {
  const random = randomSource(314);
  const [cx, cy] = [470, 890];
  const radius = (angle) => {
    const hilum = Math.exp(-((Math.atan2(Math.sin(angle), Math.cos(angle)) / 0.52) ** 2));
    return (318 + 54 * Math.abs(Math.sin(angle)) ** 2.2) * (1 - 0.44 * hilum);
  };
  const place = (angle, share) => {
    const r = radius(angle) * share;
    return [cx + r * Math.cos(angle) * 0.98, cy + r * Math.sin(angle) * 1.06];
  };
  const ring = (share) => {
    let d = '';
    for (let step = 0; step <= 240; step += 1) {
      const [x, y] = place((step / 240) * Math.PI * 2, share);
      d += `${step ? 'L' : 'M'}${f(x)} ${f(y)}`;
    }
    return `${d}Z`;
  };
  let out = `<path d="${ring(1)}" stroke="${paper}" stroke-width="5"/><path d="${ring(0.985)}" stroke="${paper}" stroke-width="1.4" opacity=".6"/>`;
  let dots = '';
  for (let count = 0; count < 1500; count += 1) {
    const angle = 0.42 + random() * (Math.PI * 2 - 0.84);
    const [x, y] = place(angle, 0.76 + 0.2 * random());
    dots += `<circle cx="${f(x)}" cy="${f(y)}" r="${f(1.6 + random() * 2.4)}"/>`;
  }
  out += `<g fill="${paper}" opacity=".85">${dots}</g>`;
  const pyramids = 8;
  let tubules = '';
  let picked = '';
  for (let index = 0; index < pyramids; index += 1) {
    const centre = 0.74 + ((index + 0.5) / pyramids) * (Math.PI * 2 - 1.48);
    const half = ((Math.PI * 2 - 1.48) / pyramids) * 0.43;
    const [px, py] = place(centre, 0.33);
    for (let line = 0; line < 27; line += 1) {
      const share = line / 26 - 0.5;
      const [x, y] = place(centre + share * 2 * half, 0.73 - 0.05 * Math.cos(share * Math.PI) ** 2 + 0.03);
      const [mx, my] = place(centre + share * 1.5 * half, 0.52);
      const d = `M${f(x)} ${f(y)}Q${f(mx)} ${f(my)} ${f(px + share * 26 * Math.sin(centre))} ${f(py - share * 26 * Math.cos(centre))}`;
      tubules += d;
    }
    tubules += `M${f(px)} ${f(py)}`;
    const [qx, qy] = place(centre, 0.2);
    out += `<path d="M${f(px)} ${f(py)}Q${f(qx)} ${f(qy)} ${cx + 96} ${cy + (qy - cy) * 0.25}" stroke="${mid}" stroke-width="22" stroke-linecap="round" opacity=".9"/>`;
    if (index === 2) {
      const [gx, gy] = place(centre + 0.1, 0.88);
      const [lx, ly] = place(centre + 0.02, 0.42);
      const [rx, ry] = place(centre - 0.02, 0.76);
      let coil = `M${f(gx)} ${f(gy)}`;
      for (let step = 0; step <= 60; step += 1) {
        const t = step / 60;
        const [ax, ay] = place(centre + 0.1 - t * 0.04, 0.87 - t * 0.12);
        coil += `L${f(ax + 15 * Math.sin(t * 22))} ${f(ay + 15 * Math.cos(t * 18))}`;
      }
      picked = `<path d="${coil}L${f(lx)} ${f(ly)}Q${f(lx - 22)} ${f(ly - 8)} ${f(lx - 12)} ${f(ly + 14)}L${f(rx)} ${f(ry)}" stroke="${spark}" stroke-width="6" stroke-linejoin="round" stroke-linecap="round"/><circle cx="${f(gx)}" cy="${f(gy)}" r="17" fill="${spark}"/>`;
    }
  }
  out += `<path d="${tubules}" stroke="${paper}" stroke-width="1.9" opacity=".9"/>`;
  out += `<path d="M${cx + 80} ${cy}C${cx + 190} ${cy + 6} ${cx + 236} ${cy + 60} ${cx + 246} ${cy + 170}C${cx + 254} ${cy + 250} ${cx + 250} ${cy + 320} ${cx + 260} ${cy + 404}" stroke="${mid}" stroke-width="40" stroke-linecap="butt"/><path d="M${cx + 80} ${cy}C${cx + 190} ${cy + 6} ${cx + 236} ${cy + 60} ${cx + 246} ${cy + 170}C${cx + 254} ${cy + 250} ${cx + 250} ${cy + 320} ${cx + 260} ${cy + 404}" stroke="${paper}" stroke-width="1.6" opacity=".7"/>`;
  for (const [dy, width] of [
    [-46, 13],
    [-24, 9],
  ])
    out += `<path d="M${cx + 120} ${cy + dy}C${cx + 260} ${cy + dy - 20} ${cx + 360} ${cy + dy - 8} 1010 ${cy + dy - 34}" stroke="${width > 10 ? paper : spark}" stroke-width="${width}" opacity=".9"/>`;
  return out + picked;
}

/** A lawn of bacteria with four discs; around each the lawn is gone. */
function plate({ spark, mid }) {
  const random = randomSource(1928);
  const [cx, cy, radius] = [500, 900, 372];
  const discs = [
    [-146, -146, 126],
    [158, -128, 84],
    [-118, 160, 62],
    [146, 140, 150],
  ];
  let lawn = '';
  for (let count = 0; count < 9000; count += 1) {
    const angle = random() * Math.PI * 2;
    const r = Math.sqrt(random()) * (radius - 14);
    const [x, y] = [r * Math.cos(angle), r * Math.sin(angle)];
    const clear = Math.min(
      ...discs.map(([dx, dy, zone]) => Math.hypot(x - dx, y - dy) - zone * (1 + 0.03 * Math.sin(angle * 9))),
    );
    if (clear < 0) continue;
    const tilt = random() * Math.PI;
    const length = 3 + random() * 4.4;
    lawn += `M${f(cx + x)} ${f(cy + y)}l${f(length * Math.cos(tilt))} ${f(length * Math.sin(tilt))}`;
  }
  const survivors = [
    [196, 204],
    [120, 70],
    [-196, -90],
  ]
    .map(([x, y]) => `<circle cx="${cx + x}" cy="${cy + y}" r="4" fill="${paper}"/>`)
    .join('');
  return (
    `<circle cx="${cx}" cy="${cy}" r="${radius + 16}" stroke="${paper}" stroke-width="3"/><circle cx="${cx}" cy="${cy}" r="${radius}" stroke="${paper}" stroke-width="1.4" opacity=".7"/><path d="M${cx - 288} ${cy - 283}A${radius + 32} ${radius + 32} 0 0 1 ${cx + 60} ${cy - 400}" stroke="${mid}" stroke-width="10" stroke-linecap="round"/>` +
    `<path d="${lawn}" stroke="${paper}" stroke-width="3.1" stroke-linecap="round"/>` +
    discs
      .map(
        ([x, y, zone], index) =>
          `<circle cx="${cx + x}" cy="${cy + y}" r="${zone}" stroke="${spark}" stroke-width="1.4" stroke-dasharray="3 7"/><circle cx="${cx + x}" cy="${cy + y}" r="27" fill="${index === 3 ? spark : paper}"/>`,
      )
      .join('') +
    survivors
  );
}

/** A Purkinje cell: one plane of branches upon branches, one body, one axon. */
function neuron({ spark }) {
  const random = randomSource(1906);
  let branches = '';
  let spines = '';
  const grow = (x, y, angle, width, length) => {
    if (
      width < 0.95 ||
      y > 1190 ||
      ((x - 500) / 448) ** 2 + ((y - 1085) / 548) ** 2 > 1 + 0.16 * (random() - 0.5)
    )
      return;
    const bend = (random() - 0.5) * 0.5;
    const steps = 5;
    let [px, py, direction] = [x, y, angle];
    for (let step = 0; step < steps; step += 1) {
      direction += bend / steps + (random() - 0.5) * 0.16;
      const [nx, ny] = [
        px + (length / steps) * Math.cos(direction),
        py + (length / steps) * Math.sin(direction),
      ];
      branches += `<path d="M${f(px)} ${f(py)}L${f(nx)} ${f(ny)}" stroke-width="${f(width * (1 - 0.06 * step))}"/>`;
      if (width < 5) {
        const side = random() < 0.5 ? 1 : -1;
        spines += `M${f(nx)} ${f(ny)}l${f(5 * Math.cos(direction + side * 1.4))} ${f(5 * Math.sin(direction + side * 1.4))}`;
      }
      if (step > 1 && width > 2.2 && random() < 0.24) {
        const side = random() < 0.5 ? 1 : -1;
        grow(nx, ny, direction + side * (0.55 + random() * 0.5), width * 0.5, length * 0.72);
      }
      [px, py] = [nx, ny];
    }
    const spread = 0.3 + random() * 0.24;
    const upward = (target) => target * 0.9 + (-Math.PI / 2) * 0.1;
    grow(px, py, upward(direction - spread), width * 0.74, length * 0.93);
    grow(px, py, upward(direction + spread), width * 0.74, length * 0.93);
  };
  grow(492, 1120, -Math.PI / 2 - 0.5, 19, 96);
  grow(512, 1118, -Math.PI / 2 + 0.46, 19, 100);
  const body =
    'M500 1085C538 1092 556 1130 550 1168C544 1206 526 1228 508 1240C494 1242 482 1234 472 1216C452 1184 446 1144 462 1112C470 1094 484 1084 500 1085Z';
  const axon = 'M506 1232C511 1254 500 1274 505 1296';
  return `<g stroke="${paper}" stroke-linecap="round">${branches}<path d="${spines}" stroke-width="1.7" opacity=".8"/></g><path d="${body}" fill="${paper}"/><circle cx="502" cy="1164" r="20" fill="${spark}"/><path d="${axon}" stroke="${spark}" stroke-width="7" stroke-linecap="round"/>`;
}

/** The field of bicarbonate and carbon dioxide: lines of equal pH, and one point that left its place. */
function isopleths({ spark }) {
  let lines = '';
  for (let step = 0; step <= 26; step += 1) {
    const angle = 0.12 + step * 0.052;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const wide = step === 13;
    lines += `<path d="M${f(110 + 150 * cos)} ${f(1270 - 150 * sin)}L${f(110 + 830 * cos)} ${f(1270 - 830 * sin)}" stroke-width="${wide ? 6 : 1.6 + 1.3 * Math.cos((step - 13) / 8)}" opacity="${wide ? 1 : 0.72}"/>`;
  }
  const arcs = [240, 400, 560, 720]
    .map(
      (r) =>
        `<path d="M${110 + r} 1270A${r} ${r} 0 0 0 110 ${1270 - r}" stroke-width="1.4" stroke-dasharray="3 8"/>`,
    )
    .join('');
  return `<g stroke="${paper}" stroke-linecap="round">${lines}${arcs}<path d="M110 1270H960M110 1270V500" stroke-width="3"/></g>
    <path d="M${f(110 + 560 * Math.cos(0.796))} ${f(1270 - 560 * Math.sin(0.796))}Q700 1010 560 1160" stroke="${spark}" stroke-width="7" fill="none" stroke-linecap="round"/><circle cx="560" cy="1160" r="22" fill="${spark}"/><circle cx="${f(110 + 560 * Math.cos(0.796))}" cy="${f(1270 - 560 * Math.sin(0.796))}" r="15" fill="${paper}"/>`;
}

/** A watch, as one holds it beside a pulse: rings of minutes, two hands, and the beat that is being counted. */
function watch({ spark }) {
  const [cx, cy] = [500, 985];
  const scale = 0.82;
  const at = (size, minute) => {
    const radius = size * scale;
    const angle = (minute / 60) * 2 * Math.PI - Math.PI / 2;
    return `${f(cx + radius * Math.cos(angle))} ${f(cy + radius * Math.sin(angle))}`;
  };
  let ticks = '';
  for (let minute = 0; minute < 60; minute += 0.5) {
    const [inner, width] = minute % 5 === 0 ? [262, 6] : minute % 1 === 0 ? [282, 2.4] : [294, 1.2];
    ticks += `<path d="M${at(inner, minute)}L${at(306, minute)}" stroke-width="${width}"/>`;
  }
  const rings = [330, 338, 220, 150]
    .map(
      (radius, index) =>
        `<circle cx="${cx}" cy="${cy}" r="${f(radius * scale)}" stroke-width="${index === 0 ? 5 : 1.4}"/>`,
    )
    .join('');
  const beat = 'M60 985H190l18-34 20 34h34l16 26 26-212 30 290 20-104h26c24 0 30-46 56-46s30 46 56 46H940';
  return `<g stroke="${paper}" stroke-linecap="round">${rings}${ticks}<path d="M${at(0, 0)}L${at(190, 50)}M${at(0, 0)}L${at(250, 9)}" stroke-width="9"/></g>
    <path d="${beat}" stroke="${spark}" stroke-width="5" fill="none" stroke-linejoin="round"/><circle cx="${cx}" cy="${cy}" r="16" fill="${spark}"/>`;
}

export const motifs = {
  'chest-radiography': chest,
  'ecg-in-practice': ecg,
  'clinical-nephrology': kidney,
  'antimicrobial-therapy': plate,
  'applied-neuroanatomy': neuron,
  'acid-base-arabic': isopleths,
  'medicine-at-the-bedside': watch,
};
