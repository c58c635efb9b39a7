/** Draws every figure of the book: node demo/ecg-in-practice/source/tools/figures.mjs */
import { fibrillation, normal, paper, sawtooth, signal, strip, trace, twelve, value } from './ecg.mjs';
import {
  arrow,
  C,
  card,
  circle,
  curve,
  ellipse,
  line,
  path,
  rect,
  save as saveTo,
  svg,
  text,
} from './svg.mjs';

const save = (name, w, h, body, title) => saveTo(import.meta.url, name, svg(w, h, body, title));
const rad = (d) => (d * Math.PI) / 180;

/* Single-lead building blocks (lead II unless said), times from the QRS onset. */
const P = [[50, 22, 22, 0.15]];
const QRST = [
  [12, 5, -0.06],
  [40, 10, 1.05],
  [64, 8, -0.14],
  [285, 58, 38, 0.28],
];
const QRS = QRST.slice(0, 3);
const sinus = (times, pr = 160, beat = QRST) =>
  times.flatMap((t) => [
    { at: t - pr, list: P },
    { at: t, list: beat },
  ]);
const every = (first, rr, until = 6200) =>
  Array.from({ length: Math.floor((until - first) / rr) + 1 }, (_, i) => first + i * rr);

/* ---------- 1 conduction ---------- */
{
  const b = [];
  b.push(
    path(
      'M300 92C230 70 178 118 182 190C150 220 148 300 176 360C204 430 286 500 388 530C446 548 478 520 496 470C524 398 520 330 506 268C518 214 500 140 448 112C400 90 346 100 300 92Z',
      { fill: C.wash, stroke: C.line, sw: 2.5 },
    ),
  );
  b.push(path('M346 104C350 160 346 210 342 258', { stroke: C.line, sw: 6 }));
  b.push(path('M342 258C350 340 372 430 404 500', { stroke: C.line, sw: 16 }));
  b.push(
    path('M186 268C240 250 300 252 342 258C400 248 460 252 506 268', { stroke: C.line, sw: 3, dash: '7 6' }),
  );
  b.push(
    path('M246 130C300 118 380 118 440 140', { stroke: C.ochre, sw: 3.5 }),
    path('M244 140C262 170 290 210 320 236', { stroke: C.ochre, sw: 3, dash: '3 6' }),
    path('M250 136C284 160 310 196 324 232', { stroke: C.ochre, sw: 3, dash: '3 6' }),
  );
  b.push(path('M328 242C338 256 346 272 350 290', { stroke: C.petrol, sw: 6 }));
  b.push(
    path('M348 290C346 350 352 410 368 462C360 490 330 480 300 462C260 436 226 400 210 360', {
      stroke: C.petrol,
      sw: 3.5,
    }),
  );
  b.push(
    path('M352 290C372 350 392 420 414 478C440 500 468 476 482 430C490 392 494 350 488 310', {
      stroke: C.petrol,
      sw: 3.5,
    }),
    path('M364 322C400 330 436 348 462 384', { stroke: C.petrol, sw: 3.5 }),
  );
  for (const [x, y, dx, dy] of [
    [250, 428, -6, -26],
    [226, 392, -14, -18],
    [300, 462, 2, -26],
    [470, 452, 16, 8],
    [486, 400, 14, -6],
    [462, 384, 16, 16],
    [440, 360, 14, -14],
  ])
    b.push(line(x, y, x + dx, y + dy, { stroke: C.petrol, sw: 2.2 }));
  b.push(
    circle(244, 132, 12, { fill: C.oxblood, stroke: C.oxblood }),
    circle(328, 242, 10, { fill: C.oxblood, stroke: C.oxblood }),
  );
  b.push(
    text(196, 226, ['Right', 'atrium'], { size: 16, fill: C.mid, halo: C.wash }),
    text(400, 186, 'Left atrium', { size: 16, fill: C.mid }),
    text(226, 318, ['Right', 'ventricle'], { size: 16, fill: C.mid }),
    text(414, 288, ['Left', 'ventricle'], { size: 16, fill: C.mid, halo: C.wash }),
  );
  /** @type {[y: number, toX: number, toY: number, name: string, text: string][]} */
  const rows = [
    [84, 244, 132, 'Sinus node', '60–100/min · drives the heart'],
    [166, 420, 132, 'Bachmann bundle', 'carries the impulse to the left atrium'],
    [248, 338, 243, 'Atrioventricular node', '40–60/min · delay of 60–120 ms'],
    [330, 350, 282, 'His bundle', 'the only normal bridge to the ventricles'],
    [412, 386, 392, 'Bundle branches', 'right; left with anterior and posterior fascicles'],
    [494, 492, 412, 'Purkinje network', '20–40/min · conducts at 2–4 m/s'],
  ];
  for (const [y, tx, ty, a, d] of rows) {
    b.push(line(556, y - 6, tx + 4, ty, { stroke: C.mid, sw: 1.1 }));
    b.push(text(564, y, a, { size: 19, weight: 600 }), text(564, y + 24, d, { size: 16, fill: C.mid }));
  }
  b.push(
    text(30, 566, 'Dashed line: fibrous annulus, which insulates atria from ventricles', {
      size: 16,
      fill: C.mid,
    }),
  );
  save('conduction-system', 990, 584, b, 'The conduction system of the heart');
}
/* ---------- 1 action potentials ---------- */
{
  const b = [];
  const panel = (x, title, pts, labels, sub) => {
    const X = (t) => x + 66 + (t / 500) * 330;
    const Y = (v) => 80 + ((40 - v) / 140) * 260;
    b.push(
      text(x + 20, 34, title, { size: 20, weight: 600 }),
      text(x + 20, 58, sub, { size: 16, fill: C.mid }),
    );
    b.push(line(X(0), Y(40), X(0), Y(-100), { sw: 1.4 }), line(X(0), Y(-100), X(500), Y(-100), { sw: 1.4 }));
    for (const v of [40, 0, -40, -80])
      b.push(
        line(X(0) - 5, Y(v), X(0), Y(v), { sw: 1.4 }),
        text(X(0) - 10, Y(v) + 6, v, { size: 16, anchor: 'end' }),
        v === 0 ? line(X(0), Y(0), X(500), Y(0), { sw: 1, stroke: C.line, dash: '4 5' }) : '',
      );
    for (const t of [100, 200, 300, 400, 500])
      b.push(
        line(X(t), Y(-100), X(t), Y(-100) + 5, { sw: 1.4 }),
        text(X(t), Y(-100) + 24, t, { size: 16, anchor: 'middle' }),
      );
    b.push(
      text(X(250), Y(-100) + 48, 'Time (ms)', { size: 16, anchor: 'middle', fill: C.mid }),
      text(x + 24, 214, 'mV', { size: 16, fill: C.mid, rotate: -90 }),
    );
    b.push(path(curve(pts.map(([t, v]) => [X(t), Y(v)])), { stroke: C.petrol, sw: 3.2 }));
    for (const [t, v, s] of labels)
      b.push(text(X(t), Y(v), s, { size: 18, weight: 600, fill: C.oxblood, anchor: 'middle', halo: true }));
  };
  const vent = [];
  for (let t = 0; t <= 480; t += 3) {
    let v = -90;
    if (t >= 60) {
      const s = t - 60;
      v =
        s < 3
          ? -90 + s * 41
          : s < 12
            ? 33 - (s - 3) * 2.4
            : s < 200
              ? 11 - ((s - 12) / 188) * 12
              : -1 - 89 / (1 + Math.exp(-(s - 262) / 15)) + 89 / (1 + Math.exp(62 / 15));
      v = Math.max(-90, v);
    }
    vent.push([t, v]);
  }
  panel(
    0,
    'Ventricular myocyte',
    vent,
    [
      [42, -20, '0'],
      [92, 42, '1'],
      [190, 20, '2'],
      [352, -40, '3'],
      [440, -76, '4'],
    ],
    'fast upstroke carried by sodium',
  );
  const node = [];
  for (let t = 0; t <= 490; t += 3) {
    const s = t % 420;
    let v;
    if (s < 170) v = -62 + (s / 170) * 22;
    else if (s < 250) v = -40 + 50 * Math.sin(((s - 170) / 80) * (Math.PI / 2));
    else v = 10 - 72 * (0.5 - 0.5 * Math.cos(((s - 250) / 170) * Math.PI));
    node.push([t, v]);
  }
  panel(
    450,
    'Sinus node cell',
    node,
    [
      [190, 0, '0'],
      [342, 0, '3'],
      [72, -38, '4'],
    ],
    'slow upstroke carried by calcium; phase 4 drifts',
  );
  save('action-potentials', 900, 400, b, 'Action potentials of a ventricular myocyte and a sinus node cell');
}
/* ---------- 1 deflection ---------- */
{
  const b = [];
  /** @type {[x: number, name: string, text: string, waves: number[][], electrode: 30 | 150 | 270][]} */
  const cases = [
    [0, 'Towards the electrode', 'upright', [[95, 14, 1.0]], 270],
    [
      300,
      'Across the electrode',
      'biphasic',
      [
        [78, 11, 0.75],
        [112, 11, -0.75],
      ],
      150,
    ],
    [600, 'Away from the electrode', 'inverted', [[95, 14, -1.0]], 30],
  ];
  for (const [x, a, d, list, ex] of cases) {
    b.push(text(x + 150, 36, a, { size: 19, weight: 600, anchor: 'middle' }));
    b.push(rect(x + 34, 88, 232, 58, { fill: C.wash, stroke: C.line, rx: 29 }));
    b.push(
      rect(x + 34, 88, 116, 58, { fill: C.petrolPale, stroke: 'none', rx: 29 }),
      arrow(x + 70, 117, x + 232, 117, { stroke: C.petrol, sw: 4, head: 15 }),
    );
    b.push(
      text(x + 54, 124, '−', { size: 22, weight: 700, fill: C.oxblood, anchor: 'middle' }),
      text(x + 249, 124, '+', { size: 22, weight: 700, fill: C.oxblood, anchor: 'middle' }),
    );
    const el = { 270: x + 284, 150: x + 150, 30: x + 16 }[ex];
    if (ex === 150) b.push(circle(el, 72, 9, { fill: C.ochre, stroke: C.ochre }));
    else b.push(circle(el, 117, 9, { fill: C.ochre, stroke: C.ochre }));
    b.push(
      paper(x + 75, 176, 25, 22, 6),
      trace(
        x + 75,
        176 + 66,
        6,
        0,
        1000,
        (t) =>
          value(
            list.map(([c, s, v]) => [c * 5, s * 2.6, v * 0.8]),
            t,
          ),
        { sw: 2.4 },
      ),
    );
    b.push(text(x + 150, 340, d, { size: 18, anchor: 'middle', fill: C.mid }));
  }
  b.push(
    circle(330, 372, 8, { fill: C.ochre, stroke: C.ochre }),
    text(346, 378, 'exploring (positive) electrode', { size: 17 }),
  );
  save('deflection', 900, 396, b, 'The direction of depolarisation decides the direction of the deflection');
}
/* ---------- 1 labelled complex ---------- */
{
  const px = 17;
  const x = 30;
  const y = 66;
  const wmm = 49;
  const hmm = 25;
  const base = y + 16 * px;
  const pO = 240;
  const q = pO + 160;
  const f = signal([
    { at: pO, list: [[50, 20, 20, 0.17]] },
    {
      at: q,
      list: [
        [12, 5, -0.11],
        [40, 9, 1.22],
        [64, 7, -0.26],
        [290, 55, 38, 0.33],
        [470, 26, 26, 0.045],
      ],
    },
  ]);
  const X = (t) => x + (t / 40) * px;
  const Y = (mv) => base - mv * 10 * px;
  const b = [paper(x, y, wmm, hmm, px), trace(x, base, px, 0, wmm * 40, (t) => f(t), { sw: 3, step: 2 })];
  const end = { p: pO + 100, s: q + 84, t: q + 385 };
  for (const [t, mv, s] of [
    [pO + 50, 0.23, 'P'],
    [q + 4, -0.2, 'Q'],
    [q + 40, 1.26, 'R'],
    [q + 66, -0.36, 'S'],
    [q + 290, 0.4, 'T'],
    [q + 470, 0.12, 'U'],
  ])
    b.push(
      text(X(t), Y(mv), s, { size: 26, weight: 700, fill: C.oxblood, anchor: 'middle', halo: '#fffaf6' }),
    );
  for (const t of [pO, end.p, q, end.s, end.t])
    b.push(line(X(t), Y(0.1), X(t), Y(-0.72), { sw: 1.2, stroke: C.petrol, dash: '4 4' }));
  const dim = (t1, t2, mv, s) => [
    arrow(X(t1), Y(mv), X(t2), Y(mv), { stroke: C.petrol, both: true, sw: 1.8, head: 9 }),
    text((X(t1) + X(t2)) / 2, Y(mv) + 22, s, {
      size: 18,
      weight: 600,
      fill: C.petrol,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
  ];
  b.push(...dim(pO, q, -0.42, 'PR'), ...dim(q, end.t, -0.66, 'QT'));
  b.push(
    text((X(q) + X(end.s)) / 2, Y(-0.47), 'QRS', {
      size: 18,
      weight: 600,
      fill: C.petrol,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
  );
  b.push(
    text(X(q + 158), Y(0.17), 'ST', {
      size: 18,
      weight: 600,
      fill: C.petrol,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
    text(X(end.s) + 6, Y(-0.06) + 14, 'J', { size: 18, weight: 600, fill: C.petrol, halo: '#fffaf6' }),
  );
  b.push(text(X(60), Y(0.05), 'baseline', { size: 16, fill: C.mid }));
  const sx = X(1280);
  b.push(
    rect(sx, Y(1.0), 5 * px, 5 * px, { stroke: C.ochre, sw: 3, rx: 0 }),
    text(sx + 2.5 * px, Y(1.0) - 10, '0.2 s', {
      size: 18,
      weight: 600,
      anchor: 'middle',
      fill: C.ochre,
      halo: '#fffaf6',
    }),
    text(sx + 5 * px + 10, Y(0.74) + 4, '0.5 mV', { size: 18, weight: 600, fill: C.ochre, halo: '#fffaf6' }),
  );
  b.push(
    rect(sx, Y(0.3), px, px, { stroke: C.ochre, sw: 3, rx: 0, fill: C.ochrePale }),
    text(sx + px + 10, Y(0.24) + 4, '0.04 s × 0.1 mV', {
      size: 18,
      weight: 600,
      fill: C.ochre,
      halo: '#fffaf6',
    }),
  );
  b.push(text(30, 40, 'One cardiac cycle in lead II, 25 mm/s and 10 mm/mV', { size: 20, weight: 600 }));
  save(
    'labelled-complex',
    900,
    66 + 25 * px + 24,
    b,
    'Waves, segments and intervals of the electrocardiogram',
  );
}
/* ---------- 2 hexaxial ---------- */
{
  const b = [];
  const cx = 300;
  const cy = 300;
  const R = 220;
  const sector = (a, z, r, fill) =>
    `<path d="M${cx} ${cy}L${cx + r * Math.cos(rad(a))} ${cy + r * Math.sin(rad(a))}A${r} ${r} 0 ${z - a > 180 ? 1 : 0} 1 ${cx + r * Math.cos(rad(z))} ${cy + r * Math.sin(rad(z))}Z" fill="${fill}"/>`;
  b.push(
    sector(-30, 90, R, C.petrolPale),
    sector(-90, -30, R, C.ochrePale),
    sector(90, 180, R, C.oxPale),
    sector(180, 270, R, C.shade),
  );
  b.push(circle(cx, cy, R, { stroke: C.line }));
  for (const [nme, a, lab] of [
    ['I', 0, '0°'],
    ['II', 60, '+60°'],
    ['aVF', 90, '+90°'],
    ['III', 120, '+120°'],
    ['aVL', -30, '−30°'],
    ['aVR', -150, '−150°'],
  ]) {
    const c = Math.cos(rad(a));
    const s = Math.sin(rad(a));
    b.push(
      line(cx - c * R, cy - s * R, cx, cy, { stroke: C.mid, sw: 1.2, dash: '4 5' }),
      arrow(cx, cy, cx + c * R, cy + s * R, { stroke: C.ink, sw: 2.2 }),
    );
    b.push(
      text(cx + c * (R + 34), cy + s * (R + 30) + 2, nme, {
        size: 20,
        weight: 700,
        anchor: 'middle',
        fill: C.petrol,
      }),
      text(cx + c * (R + 34), cy + s * (R + 30) + 21, lab, { size: 15, anchor: 'middle', fill: C.mid }),
    );
  }
  const key = [
    [C.petrolPale, 'Normal axis', '−30° to +90°', 'I up, aVF up (or II up)'],
    [C.ochrePale, 'Left axis deviation', '−30° to −90°', 'I up, II and aVF down'],
    [C.oxPale, 'Right axis deviation', '+90° to +180°', 'I down, aVF up'],
    [C.shade, 'Extreme axis', '−90° to ±180°', 'I down, aVF down'],
  ];
  key.forEach(([f, a, d, e], i) => {
    const y = 96 + i * 112;
    b.push(
      rect(608, y - 20, 34, 34, { fill: f, stroke: C.line }),
      text(658, y - 2, a, { size: 19, weight: 600 }),
      text(658, y + 23, d, { size: 17 }),
      text(658, y + 46, e, { size: 16, fill: C.mid }),
    );
  });
  save('hexaxial', 900, 596, b, 'The hexaxial reference system and the QRS axis');
}
/* ---------- 2 chest leads ---------- */
{
  const b = [];
  b.push(
    path('M120 40C110 90 60 96 42 130L30 470M440 40C450 90 500 96 518 130L530 470', {
      stroke: C.line,
      sw: 2.5,
    }),
  );
  b.push(path('M62 190C74 280 80 380 86 470M498 190C486 280 480 380 474 470', { stroke: C.line, sw: 1.8 }));
  b.push(path('M266 96L294 96L290 160L288 340L280 362L272 340L270 160Z', { fill: C.shade, stroke: C.line }));
  b.push(path('M266 104C210 88 150 92 104 110M294 104C350 88 410 92 456 110', { stroke: C.line, sw: 6 }));
  const rib = (k) => {
    const y = 128 + k * 52;
    return [
      path(`M270 ${y}C210 ${y - 12} 140 ${y + 4} 92 ${y + 54}`, { stroke: C.shade, sw: 15 }),
      path(`M290 ${y}C350 ${y - 12} 420 ${y + 4} 468 ${y + 54}`, { stroke: C.shade, sw: 15 }),
    ];
  };
  for (let k = 0; k < 5; k++) b.push(rib(k));
  b.push(
    line(280, 90, 280, 470, { stroke: C.mid, sw: 1, dash: '5 5' }),
    line(376, 100, 376, 470, { stroke: C.mid, sw: 1.2, dash: '5 5' }),
    line(430, 150, 430, 470, { stroke: C.mid, sw: 1.2, dash: '5 5' }),
    line(474, 190, 474, 470, { stroke: C.mid, sw: 1.2, dash: '5 5' }),
  );
  b.push(
    text(376, 494, 'MCL', { size: 15, anchor: 'middle', fill: C.mid }),
    text(430, 494, 'AAL', { size: 15, anchor: 'middle', fill: C.mid }),
    text(478, 494, 'MAL', { size: 15, anchor: 'middle', fill: C.mid }),
  );
  /** @type {[x: number, y: number, lead: string][]} */
  const pts = [
    [252, 308, 'V1'],
    [308, 308, 'V2'],
    [342, 338, 'V3'],
    [376, 366, 'V4'],
    [430, 366, 'V5'],
    [474, 366, 'V6'],
  ];
  for (const [x, y, s] of pts)
    b.push(
      circle(x, y, 17, { fill: C.oxblood, stroke: C.paper, sw: 2 }),
      text(x, y + 6, s, { size: 15, weight: 700, anchor: 'middle', fill: C.paper }),
    );
  b.push(
    text(144, 300, '4th space', { size: 15, fill: C.mid }),
    line(222, 300, 234, 305, { stroke: C.mid, sw: 1.2 }),
  );
  const rows = [
    ['V1', 'fourth intercostal space, right sternal edge'],
    ['V2', 'fourth intercostal space, left sternal edge'],
    ['V3', 'midway between V2 and V4'],
    ['V4', 'fifth space, mid-clavicular line (MCL)'],
    ['V5', 'level of V4, anterior axillary line (AAL)'],
    ['V6', 'level of V4, mid-axillary line (MAL)'],
    ['V7–V9', 'level of V4: posterior axillary line, tip of'],
    ['', 'scapula, left paraspinal edge'],
    ['V4R', 'mirror of V4 on the right side'],
  ];
  rows.forEach(
    ([a, d], i) =>
      void b.push(
        text(562, 110 + i * 40 - (i > 7 ? 12 : 0) - (i === 7 ? 12 : 0), a, {
          size: 18,
          weight: 700,
          fill: C.oxblood,
        }),
        text(632, 110 + i * 40 - (i > 7 ? 12 : 0) - (i === 7 ? 12 : 0), d, { size: 16 }),
      ),
  );
  save('chest-leads', 1010, 512, b, 'Positions of the chest electrodes');
}
/* ---------- 12-lead pages ---------- */
const page12 = (name, title, opts) => {
  const t = twelve({ y: 46, ...opts });
  save(
    name,
    900,
    t.height,
    [text(20, 30, title, { size: 19, weight: 600 }), t.body, opts.notes?.(t) ?? ''],
    title,
  );
};
const N = normal();
page12('normal-12-lead', 'Normal 12-lead ECG: sinus rhythm 75/min, axis about +50°', { m: N });
{
  const flip = (list) =>
    list.map((v) =>
      Array.isArray(v) ? [v[0], v[1], v[2], v[3], 180 - v[4]] : { ...v, angle: 180 - v.angle },
    );
  page12('arm-reversal', 'Arm electrodes exchanged: lead I is inverted, the chest leads are normal', {
    m: { ...N, p: flip(N.p), q: flip(N.q) },
  });
}
{
  const m = normal({
    p: [
      [42, 20, 20, 0.13, 60],
      [82, 20, 20, 0.13, 35],
    ],
    pv: {
      ...N.pv,
      V1: [
        [34, 14, 0.05],
        [80, 22, -0.12],
      ],
    },
    q: [
      [14, 6, 6, 0.12, -170],
      [46, 12, 12, 1.75, -8],
      [72, 9, 9, 0.2, 170],
      { from: 98, to: 230, a: 0.1, b: 0.2, angle: 165 },
      [262, 52, 34, 0.28, 165],
    ],
    v: {
      V1: [[18, 7, 0.15], [50, 12, -1.7], { from: 96, to: 230, a: 0.1, b: 0.16 }, [280, 60, 40, 0.25]],
      V2: [[20, 7, 0.25], [52, 12, -2.2], { from: 96, to: 230, a: 0.14, b: 0.2 }, [280, 60, 40, 0.4]],
      V3: [[28, 9, 0.5], [56, 12, -1.4], { from: 96, to: 230, a: 0.08, b: 0.1 }, [280, 60, 40, 0.4]],
      V4: [
        [40, 11, 1.6],
        [64, 9, -0.5],
        [285, 58, 38, 0.15],
      ],
      V5: [
        [12, 5, -0.12],
        [44, 11.5, 2.3],
        [70, 9, -0.12],
        { from: 96, to: 230, a: -0.1, b: -0.2 },
        [262, 48, 30, -0.3],
      ],
      V6: [[12, 5, -0.12], [45, 11.5, 1.8], { from: 96, to: 230, a: -0.1, b: -0.18 }, [262, 48, 30, -0.28]],
    },
  });
  page12('lvh-12-lead', 'Left ventricular hypertrophy with strain in I, aVL, V5 and V6', {
    m,
    heights: [32, 36, 36, 26],
  });
}
/* ---------- 3 rate ---------- */
{
  const b = [];
  const rr = 800;
  const s = strip({
    y: 44,
    label: 'Sinus rhythm: an R wave every four large squares',
    lead: 'II',
    hmm: 22,
    sigf: signal(sinus(every(440, rr))),
  });
  b.push(s.body);
  const r0 = 440 + 40;
  for (let k = 0; k <= 6; k++)
    b.push(
      line(s.X(r0 + k * 200), s.Y(1.25), s.X(r0 + k * 200), s.bottom + 10, {
        stroke: C.petrol,
        sw: 1.2,
        dash: k ? '3 4' : undefined,
      }),
    );
  ['', '300', '150', '100', '75', '60', '50'].forEach(
    (v, k) =>
      void b.push(
        text(s.X(r0 + k * 200), s.bottom + 30, v, {
          size: 13,
          weight: k === 4 ? 700 : 400,
          anchor: 'middle',
          fill: k === 4 ? C.oxblood : C.ink,
        }),
      ),
  );
  b.push(
    text(s.X(r0 + 1400), s.bottom + 30, 'divide 300 by the number of large squares: 300 ÷ 4 = 75/min', {
      size: 16,
      fill: C.mid,
    }),
  );
  const irr = [330, 900, 1780, 2290, 3240, 3690, 4410, 5320];
  const noise = fibrillation(5, 0.07);
  const s2 = strip({
    y: 276,
    label: 'Irregular rhythm: count the complexes and multiply',
    lead: 'II',
    hmm: 22,
    sigf: signal(
      irr.map((t) => ({ at: t, list: QRST })),
      noise,
    ),
  });
  b.push(
    s2.body,
    text(30, s2.bottom + 30, 'This strip lasts 5.6 s and holds 8 complexes: 8 ÷ 5.6 × 60 ≈ 86/min.', {
      size: 16,
      fill: C.mid,
    }),
    text(
      30,
      s2.bottom + 52,
      'On a standard ten-second page, count the complexes of the rhythm strip and multiply by six.',
      { size: 16, fill: C.mid },
    ),
  );
  save('rate', 900, s2.bottom + 70, b, 'Two ways to count the heart rate');
}
/* ---------- 3 sinus rhythms ---------- */
{
  const a = strip({
    y: 40,
    label: 'Sinus bradycardia, 48/min',
    lead: 'II',
    sigf: signal(sinus(every(400, 1250))),
  });
  const c = strip({
    y: 210,
    label: 'Sinus tachycardia, 125/min',
    lead: 'II',
    sigf: signal(
      sinus(every(300, 480), 132, [
        [12, 5, -0.06],
        [38, 9, 1.05],
        [60, 7, -0.14],
        [230, 46, 32, 0.24],
      ]),
    ),
  });
  const arr = [330];
  for (const d of [720, 760, 880, 1020, 1010, 860, 740, 700]) arr.push(arr[arr.length - 1] + d);
  const d = strip({
    y: 380,
    label: 'Sinus arrhythmia: the rate follows the breath',
    lead: 'II',
    sigf: signal(sinus(arr)),
  });
  save(
    'sinus-rhythms',
    900,
    d.bottom + 46,
    [
      a.body,
      c.body,
      d.body,
      arrow(d.X(330), d.bottom + 16, d.X(1780), d.bottom + 16, {
        stroke: C.petrol,
        both: true,
        sw: 1.6,
        head: 8,
      }),
      text(d.X(1055), d.bottom + 36, 'inspiration', { size: 16, anchor: 'middle', fill: C.petrol }),
      arrow(d.X(1820), d.bottom + 16, d.X(4480), d.bottom + 16, {
        stroke: C.ochre,
        both: true,
        sw: 1.6,
        head: 8,
      }),
      text(d.X(3100), d.bottom + 36, 'expiration', { size: 16, anchor: 'middle', fill: C.ochre }),
    ],
    'Sinus bradycardia, tachycardia and arrhythmia',
  );
}
/* ---------- 3 P waves ---------- */
{
  const b = [];
  const px = 13;
  const cols = [
    [
      'Normal',
      [[50, 21, 21, 0.15]],
      [
        [36, 14, 0.07],
        [66, 15, -0.05],
      ],
    ],
    [
      'Right atrial',
      [[48, 20, 20, 0.32]],
      [
        [38, 16, 0.19],
        [72, 14, -0.05],
      ],
    ],
    [
      'Left atrial',
      [
        [40, 17, 17, 0.14],
        [92, 19, 19, 0.16],
      ],
      [
        [34, 14, 0.06],
        [88, 22, -0.15],
      ],
    ],
  ];
  cols.forEach(([t, ii, v1], i) => {
    const x = 112 + i * 262;
    b.push(text(x + 8.5 * px, 36, t, { size: 19, weight: 600, anchor: 'middle' }));
    [ii, v1].forEach((list, r) => {
      const y = 54 + r * 160;
      b.push(
        paper(x, y, 17, 11, px),
        trace(
          x,
          y + (r ? 5 : 7) * px,
          px,
          0,
          680,
          signal([
            { at: 180, list },
            {
              at: 360,
              list: r
                ? [
                    [19, 7, 0.28],
                    [46, 10, -0.95],
                  ].map((c) => [c[0], c[1], c[2] * 0.5])
                : [
                    [12, 5, -0.05],
                    [40, 9, 0.55],
                    [62, 7, -0.1],
                  ],
            },
          ]),
          { sw: 2.6, step: 2 },
        ),
      );
    });
  });
  b.push(
    text(24, 134, 'Lead II', { size: 18, weight: 600, fill: C.petrol }),
    text(24, 294, 'Lead V1', { size: 18, weight: 600, fill: C.petrol }),
  );
  b.push(
    text(112 + 8.5 * px, 392, ['duration below 120 ms,', 'height below 2.5 mm'], {
      size: 16,
      anchor: 'middle',
      fill: C.mid,
    }),
    text(374 + 8.5 * px, 392, ['tall and pointed:', 'above 2.5 mm in II', 'or 1.5 mm in V1'], {
      size: 16,
      anchor: 'middle',
      fill: C.mid,
    }),
    text(636 + 8.5 * px, 392, ['broad, notched; in V1 a trough', 'at least 1 mm deep', 'and 40 ms wide'], {
      size: 16,
      anchor: 'middle',
      fill: C.mid,
    }),
  );
  save('p-waves', 900, 450, b, 'P waves in atrial enlargement');
}
/* ---------- 4 AV blocks ---------- */
const tick = (s, times, stroke = C.petrol) =>
  times.map((t) => [line(s.X(t + 50), s.bottom + 5, s.X(t + 50), s.bottom + 17, { stroke, sw: 2.4 })]);
{
  const b = [];
  const all = [];
  const add = (y, label, ps, qs, beat = QRST) => {
    const ev = [...ps.map((t) => ({ at: t, list: P })), ...qs.map((t) => ({ at: t, list: beat }))];
    const s = strip({ y, label, lead: 'II', hmm: 18, up: 12.5, sigf: signal(ev) });
    all.push(s);
    b.push(s.body, tick(s, ps));
    return s;
  };
  let ps = every(180, 860, 5400);
  add(
    40,
    'First-degree block: PR 300 ms, every P is followed by a QRS',
    ps,
    ps.map((t) => t + 300),
  );
  ps = every(140, 780, 5500);
  const prs = [200, 290, 340, null, 200, 290, 340];
  add(
    206,
    'Mobitz I (Wenckebach): PR 200, 290, 340 ms, then a dropped beat',
    ps,
    ps.map((t, i) => (prs[i] ? t + prs[i] : null)).filter(Boolean),
  );
  ps = every(140, 760, 5500);
  const wide = [
    [16, 6, -0.08],
    [44, 13, 0.75],
    [92, 17, 0.5],
    [130, 14, -0.2],
    [330, 60, 42, 0.24],
  ];
  add(
    372,
    'Mobitz II: constant PR 180 ms, then sudden failure; the QRS is often wide',
    ps,
    ps.filter((_, i) => i !== 2 && i !== 5).map((t) => t + 180),
    wide,
  );
  ps = every(90, 720, 5500);
  add(
    538,
    'Complete block: P at 83/min, wide escape rhythm at 36/min, no relation',
    ps,
    every(470, 1670, 5500),
    [
      [60, 26, 34, 0.8],
      [118, 20, 24, 0.3],
      [320, 60, 50, -0.3],
    ],
  );
  const last = all.at(-1);
  b.push(
    text(
      30,
      last.bottom + 42,
      'Ticks under each strip mark the P waves; some lie hidden in a QRS or T wave.',
      { size: 16, fill: C.mid },
    ),
  );
  save('av-blocks', 900, last.bottom + 58, b, 'Atrioventricular block of first, second and third degree');
}
/* ---------- 4 bundle branch blocks ---------- */
{
  const b = [];
  const px = 9;
  const beats = {
    Normal: {
      V1: [
        [19, 7, 0.28],
        [46, 10, -0.85],
        [290, 55, 38, 0.06],
      ],
      V6: [
        [12, 5, -0.1],
        [40, 10, 1.1],
        [63, 8, -0.1],
        [285, 58, 38, 0.26],
      ],
    },
    RBBB: {
      V1: [
        [19, 7, 0.28],
        [45, 9, -0.5],
        [96, 17, 0.85],
        { from: 138, to: 240, a: -0.06 },
        [300, 55, 38, -0.24],
      ],
      V6: [
        [12, 5, -0.09],
        [40, 10, 0.95],
        [98, 20, -0.4],
        [320, 58, 40, 0.25],
      ],
    },
    LBBB: {
      V1: [
        [16, 6, 0.1],
        [72, 26, 26, -1.05],
        [108, 16, -0.35],
        { from: 150, to: 260, a: 0.14 },
        [320, 60, 40, 0.32],
      ],
      V6: [[52, 17, 0.72], [104, 18, 0.78], { from: 150, to: 250, a: -0.12 }, [305, 50, 36, -0.3]],
    },
  };
  Object.entries(beats).forEach(([name, leads], i) => {
    const x = 96 + i * 270;
    b.push(
      text(
        x + 12.5 * px,
        34,
        { Normal: 'Normal', RBBB: 'Right bundle branch block', LBBB: 'Left bundle branch block' }[name],
        { size: 18, weight: 600, anchor: 'middle' },
      ),
    );
    ['V1', 'V6'].forEach((lead, r) => {
      const y = 50 + r * 220;
      b.push(
        paper(x, y, 25, 23, px),
        trace(
          x,
          y + (r ? 15 : 11) * px,
          px,
          0,
          1000,
          signal([
            {
              at: 130,
              list:
                lead === 'V1'
                  ? [
                      [36, 14, 0.06],
                      [66, 15, -0.045],
                    ]
                  : [[50, 20, 0.07]],
            },
            { at: 290, list: leads[lead] },
          ]),
          { sw: 2.4, step: 2 },
        ),
      );
    });
  });
  b.push(
    text(34, 160, 'V1', { size: 20, weight: 700, fill: C.petrol }),
    text(34, 380, 'V6', { size: 20, weight: 700, fill: C.petrol }),
  );
  const mx = (i, t) => 96 + i * 270 + (t / 40) * px;
  b.push(
    text(mx(1, 300), 74, 'r', { size: 17, weight: 600, fill: C.oxblood }),
    text(mx(1, 405), 70, 'R′', { size: 17, weight: 600, fill: C.oxblood }),
    text(mx(1, 405), 452, 'broad S', { size: 17, weight: 600, fill: C.oxblood }),
    text(mx(2, 250), 250, 'deep broad S', { size: 17, weight: 600, fill: C.oxblood }),
    text(mx(2, 470), 330, 'notched R,', { size: 17, weight: 600, fill: C.oxblood }),
    text(mx(2, 470), 352, 'no q', { size: 17, weight: 600, fill: C.oxblood }),
  );
  save('bundle-branch-block', 900, 500, b, 'Right and left bundle branch block in V1 and V6');
}
/* ---------- 4 sinus node, pacing ---------- */
{
  const b = [];
  const t1 = [330, 1180, 2030];
  const s1 = strip({
    y: 40,
    label: 'Sinus pause of 2.6 s ended by a junctional escape beat',
    lead: 'II',
    sigf: signal([...sinus(t1), { at: 4630, list: QRST }, ...sinus([5540])]),
  });
  b.push(
    s1.body,
    arrow(s1.X(2070), s1.bottom - 18, s1.X(4650), s1.bottom - 18, {
      both: true,
      stroke: C.petrol,
      sw: 1.6,
      head: 8,
    }),
    text(s1.X(3360), s1.bottom - 26, '2.6 s', {
      size: 17,
      weight: 600,
      anchor: 'middle',
      fill: C.petrol,
      halo: '#fffaf6',
    }),
  );
  const vt = every(420, 860, 5600);
  const paced = [
    [14, 4, -0.15],
    [70, 30, 32, -0.95],
    [300, 60, 44, 0.42],
  ];
  const pf = (list) => signal(list);
  const spike = (s, t, h = 0.9) => line(s.X(t), s.Y(0), s.X(t), s.Y(h), { sw: 2.2, stroke: C.oxblood });
  const s2 = strip({
    y: 214,
    up: 10,
    label: 'Ventricular pacing, 70/min: a spike before every wide QRS, no P waves',
    lead: 'II',
    sigf: pf(vt.map((t) => ({ at: t, list: paced }))),
  });
  b.push(
    s2.body,
    vt.filter((t) => t < 5580).map((t) => spike(s2, t, 0.6)),
  );
  const s3 = strip({
    y: 388,
    up: 10,
    label: 'Dual-chamber pacing: one spike before P, one before QRS',
    lead: 'II',
    sigf: pf(
      vt.flatMap((t) => [
        { at: t, list: paced },
        { at: t - 165, list: [[58, 24, 0.13]] },
      ]),
    ),
  });
  b.push(
    s3.body,
    vt.filter((t) => t < 5580).map((t) => [spike(s3, t, 0.6), spike(s3, t - 170, 0.5)]),
  );
  save('pauses-and-pacing', 900, s3.bottom + 24, b, 'Sinus pause, ventricular and dual-chamber pacing');
}
/* ---------- 5 AF, flutter ---------- */
{
  const b = [];
  const irr = [250, 700, 1330, 1730, 2480, 2890, 3420, 4210, 4640, 5240];
  const s1 = strip({
    y: 40,
    label: 'Atrial fibrillation: no P waves, irregularly irregular, about 110/min',
    lead: 'V1',
    up: 10,
    sigf: signal(
      irr.map((t) => ({
        at: t,
        list: [
          [19, 7, 0.3],
          [46, 10, -0.8],
          [290, 55, 38, 0.08],
        ],
      })),
      fibrillation(11, 0.11, 6, 9),
    ),
  });
  const s2 = strip({
    y: 214,
    label: 'Atrial flutter with 4:1 conduction: atria 300/min, ventricles 75/min',
    lead: 'II',
    sigf: signal(
      every(330, 800).map((t) => ({ at: t, list: QRS.concat([[285, 58, 38, 0.1]]) })),
      sawtooth(200, 0.3),
    ),
  });
  const s3 = strip({
    y: 388,
    label: 'Atrial flutter with 2:1 conduction: a regular 150/min that hides every other wave',
    lead: 'II',
    sigf: signal(
      every(130, 400).map((t) => ({ at: t, list: QRS.concat([[230, 45, 32, 0.1]]) })),
      sawtooth(200, 0.28),
    ),
  });
  b.push(s1.body, s2.body, s3.body);
  for (let k = 0; k < 4; k++)
    b.push(
      line(s2.X(1280 + k * 200), s2.bottom - 16, s2.X(1280 + k * 200), s2.bottom - 5, {
        stroke: C.petrol,
        sw: 2.4,
      }),
    );
  b.push(
    text(s2.X(1280 + 690), s2.bottom - 7, 'F waves', {
      size: 16,
      fill: C.petrol,
      weight: 600,
      halo: '#fffaf6',
    }),
  );
  save('af-flutter', 900, s3.bottom + 24, b, 'Atrial fibrillation and atrial flutter');
}
/* ---------- 5 re-entry diagram ---------- */
{
  const b = [];
  const frame = (x, title, sub) => {
    b.push(
      text(x + 140, 34, title, { size: 19, weight: 600, anchor: 'middle' }),
      text(x + 140, 58, sub, { size: 16, fill: C.mid, anchor: 'middle' }),
    );
    b.push(
      rect(x + 20, 76, 240, 116, { fill: C.wash, stroke: C.line, rx: 40 }),
      rect(x + 20, 240, 240, 132, { fill: C.wash, stroke: C.line, rx: 40 }),
      line(x + 6, 216, x + 274, 216, { stroke: C.line, sw: 6 }),
    );
    b.push(
      text(x + 44, 112, 'atria', { size: 16, fill: C.mid }),
      text(x + 44, 354, 'ventricles', { size: 16, fill: C.mid }),
    );
  };
  frame(10, 'AVNRT', 'circuit in the node: narrow QRS');
  b.push(
    ellipse(150, 196, 28, 40, { fill: C.paper, stroke: C.petrol, sw: 0 }),
    path('M150 156C112 170 112 224 150 238', { stroke: C.oxblood, sw: 3.5 }),
    path('M150 238C188 224 188 170 150 156', { stroke: C.petrol, sw: 3.5 }),
    arrow(122, 184, 122, 208, { stroke: C.oxblood, sw: 3 }),
    arrow(178, 208, 178, 184, { stroke: C.petrol, sw: 3 }),
    line(150, 238, 150, 290, { stroke: C.ink, sw: 3 }),
    arrow(150, 286, 110, 330, {}),
    arrow(150, 286, 190, 330, {}),
    arrow(150, 154, 150, 110, {}),
    text(104, 202, 'slow', { size: 16, anchor: 'end', fill: C.oxblood, halo: true }),
    text(196, 202, 'fast', { size: 16, fill: C.petrol, halo: true }),
  );
  frame(310, 'Orthodromic AVRT', 'down the node: narrow QRS');
  b.push(
    path(
      'M430 110C430 150 430 200 430 250C430 300 540 330 552 270C556 220 552 160 540 130C520 96 450 92 430 110',
      { stroke: C.petrol, sw: 3.5 },
    ),
    arrow(430, 150, 430, 200, { stroke: C.petrol, sw: 3.5 }),
    arrow(554, 230, 552, 190, { stroke: C.oxblood, sw: 3.5 }),
    text(418, 176, 'AV node', { size: 16, anchor: 'end' }),
    text(546, 286, 'pathway', { size: 16, fill: C.oxblood, anchor: 'end', halo: true }),
  );
  frame(610, 'Antidromic AVRT', 'down the pathway: wide QRS');
  b.push(
    path(
      'M730 110C730 150 730 200 730 250C730 300 840 330 852 270C856 220 852 160 840 130C820 96 750 92 730 110',
      { stroke: C.petrol, sw: 3.5 },
    ),
    arrow(730, 200, 730, 150, { stroke: C.petrol, sw: 3.5 }),
    arrow(852, 190, 854, 230, { stroke: C.oxblood, sw: 3.5 }),
    text(718, 176, 'AV node', { size: 16, anchor: 'end' }),
    text(846, 286, 'pathway', { size: 16, fill: C.oxblood, anchor: 'end', halo: true }),
  );
  save('re-entry', 900, 392, b, 'Re-entrant circuits of the common supraventricular tachycardias');
}
/* ---------- 5 SVT + WPW ---------- */
{
  const b = [];
  const s1 = strip({
    y: 40,
    up: 9,
    label: 'AVNRT, 175/min: the retrograde P is a small r′ at the end of the QRS in V1',
    lead: 'V1',
    sigf: signal(
      every(150, 343).map((t) => ({
        at: t,
        list: [
          [17, 6, 0.25],
          [41, 8, -0.75],
          [82, 8, 0.17],
          [215, 42, 30, 0.1],
        ],
      })),
    ),
  });
  b.push(s1.body);
  const svt = every(150, 343).slice(0, 5);
  const s2t = svt.map((t) => ({
    at: t,
    list: [
      [12, 5, -0.05],
      [38, 9, 0.9],
      [58, 7, -0.12],
      [122, 15, -0.11],
      [225, 42, 32, 0.2],
    ],
  }));
  const s2 = strip({
    y: 214,
    label: 'Adenosine blocks the AV node: the tachycardia ends, sinus rhythm returns',
    lead: 'II',
    sigf: signal([
      ...s2t,
      { at: 3300, list: P },
      { at: 3490, list: QRST },
      { at: 4190, list: P },
      { at: 4360, list: QRST },
      { at: 5050, list: P },
      { at: 5215, list: QRST },
    ]),
  });
  b.push(
    s2.body,
    arrow(s2.X(1640), s2.y + 12, s2.X(1640), s2.y + 40, { stroke: C.oxblood }),
    text(s2.X(1670), s2.y + 30, 'block', { size: 16, weight: 600, fill: C.oxblood, halo: '#fffaf6' }),
  );
  const px = 12;
  const pre = (list) =>
    signal([
      { at: 150, list: P },
      { at: 250, list },
    ]);
  const nor = signal([
    { at: 150, list: P },
    { at: 310, list: QRST },
  ]);
  const y = 412;
  b.push(
    text(30, y - 10, 'Normal: PR 160 ms', { size: 18, weight: 600 }),
    paper(30, y, 20, 20, px),
    trace(30, y + 14 * px, px, 0, 800, nor, { sw: 2.6, step: 2 }),
  );
  b.push(
    text(320, y - 10, 'Pre-excitation: PR 100 ms, delta wave', { size: 18, weight: 600 }),
    paper(320, y, 20, 20, px),
    trace(
      320,
      y + 14 * px,
      px,
      0,
      800,
      pre([
        [70, 27, 12, 0.52],
        [85, 11, 13, 0.72],
        [122, 9, -0.1],
        [310, 52, 36, -0.18],
      ]),
      { sw: 2.6, step: 2 },
    ),
  );
  const dx = 320 + ((250 + 34) / 40) * px;
  b.push(
    arrow(dx - 40, y + 60, dx - 2, y + 122, { stroke: C.oxblood }),
    text(dx - 58, y + 50, 'delta', {
      size: 17,
      weight: 600,
      fill: C.oxblood,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
  );
  const lst = [
    'PR below 120 ms',
    'Slurred upstroke: delta',
    'QRS usually above 120 ms',
    'ST-T opposite to delta',
  ];
  lst.forEach(
    (s, i) =>
      void b.push(
        circle(612, y + 48 + i * 46, 4, { fill: C.petrol, stroke: C.petrol }),
        text(628, y + 54 + i * 46, s, { size: 18 }),
      ),
  );
  save(
    'svt-and-preexcitation',
    900,
    y + 20 * px + 24,
    b,
    'AV nodal re-entrant tachycardia, its termination, and pre-excitation',
  );
}
/* ---------- 5 VT ---------- */
{
  const b = [];
  const vtBeat = [
    [64, 26, 34, 1.0],
    [112, 18, 22, 0.2],
    [235, 48, 44, -0.45],
  ];
  const rr = 370;
  const q = every(120, rr, 5800);
  const capture = 670 + 2 * 690 + 170; /* 170 ms after the third P wave */
  const times = q.filter((t) => !(t > capture - 60 && t < capture + 300));
  const ps = every(670, 690, 5600);
  const s1 = strip({
    y: 40,
    label: 'Monomorphic ventricular tachycardia, 162/min, with one capture beat (C)',
    lead: 'II',
    hmm: 22,
    sigf: signal([
      ...times.map((t) => ({ at: t, list: vtBeat })),
      { at: capture, list: QRST.slice(0, 3).concat([[230, 40, 30, 0.12]]) },
      ...ps.map((t) => ({ at: t, list: [[50, 20, 0.12]] })),
    ]),
  });
  b.push(
    s1.body,
    text(s1.X(capture + 40), s1.y + 20, 'C', {
      size: 18,
      weight: 700,
      fill: C.oxblood,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
  );
  b.push(
    tick(s1, ps),
    text(30, s1.bottom + 38, 'Ticks: P waves marching through at their own rate (AV dissociation)', {
      size: 16,
      fill: C.mid,
    }),
  );
  const tdp = (t) => {
    if (t < 1900) return 0;
    const s = (t - 1900) / 1000;
    const env = 0.2 + 0.75 * Math.abs(Math.sin(Math.PI * (s / 1.25)));
    return (
      Math.min(1, s * 4) *
      env *
      (0.92 * Math.sin(6.2832 * 4 * s) + 0.2 * Math.sin(6.2832 * 8 * s + 1)) *
      (Math.sin(Math.PI * (s / 1.25)) >= 0 ? 1 : -1) *
      -1
    );
  };
  const lq = [
    [12, 5, -0.06],
    [40, 10, 0.9],
    [64, 8, -0.14],
    [470, 95, 60, 0.35],
  ];
  const s2 = strip({
    y: 292,
    up: 11,
    hmm: 22,
    label: 'Long QT, then torsades de pointes: the axis of the complexes twists about the baseline',
    lead: 'II',
    sigf: signal(
      [
        { at: 180, list: P },
        { at: 340, list: lq },
        { at: 1180, list: P },
        { at: 1340, list: lq },
      ],
      tdp,
    ),
  });
  b.push(s2.body);
  const vf = fibrillation(23, 0.52, 3.2, 6.2, 6);
  const s3 = strip({ y: 472, up: 10, label: 'Ventricular fibrillation', lead: 'II', sigf: vf });
  b.push(s3.body);
  save(
    'ventricular-tachyarrhythmias',
    900,
    s3.bottom + 24,
    b,
    'Ventricular tachycardia, torsades de pointes and ventricular fibrillation',
  );
}
/* ---------- 5 algorithm ---------- */
{
  const b = [];
  b.push(
    card(330, 20, 240, 58, ['Tachycardia > 100/min', 'pulse present?'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
  );
  b.push(arrow(450, 78, 450, 112));
  b.push(card(280, 112, 340, 58, ['Unstable?', 'shock, syncope, ischaemia, failure'], { fill: C.wash }));
  b.push(
    arrow(620, 141, 668, 141),
    text(643, 132, 'yes', { size: 16, anchor: 'middle', fill: C.mid }),
    card(668, 112, 212, 58, ['Synchronised', 'cardioversion'], { fill: C.oxPale, stroke: C.oxblood }),
  );
  b.push(
    arrow(450, 170, 450, 210),
    text(460, 196, 'no', { size: 16, fill: C.mid }),
    card(340, 210, 220, 54, ['QRS duration?'], { fill: C.wash }),
  );
  b.push(
    line(340, 237, 220, 237),
    arrow(220, 237, 220, 282),
    text(290, 228, '< 120 ms', { size: 16, anchor: 'middle' }),
    line(560, 237, 680, 237),
    arrow(680, 237, 680, 282),
    text(612, 228, '≥ 120 ms', { size: 16, anchor: 'middle' }),
  );
  b.push(card(130, 282, 180, 50, ['Narrow: regular?']), card(590, 282, 180, 50, ['Wide: regular?']));
  const leaf = (x, from, head, rows, label, col = C.line, f = C.wash) => {
    b.push(
      line(from, 332, from, 352),
      line(from, 352, x + 103, 352),
      arrow(x + 103, 352, x + 103, 386),
      text(x + 103 + (x + 103 < from ? -14 : 14), 378, label, {
        size: 16,
        fill: C.mid,
        anchor: x + 103 < from ? 'end' : 'start',
      }),
    );
    b.push(card(x, 386, 206, 140, [head, ...rows], { size: 16, stroke: col, fill: f }));
  };
  leaf(
    14,
    220,
    'Regular narrow',
    ['sinus tachycardia', 'AVNRT, AVRT', 'atrial tachycardia', 'flutter 2:1'],
    'yes',
  );
  leaf(
    232,
    220,
    'Irregular narrow',
    ['atrial fibrillation', 'flutter, variable block', 'multifocal atrial', 'tachycardia'],
    'no',
  );
  leaf(
    462,
    680,
    'Regular wide',
    ['VT until proved', 'otherwise; SVT with', 'aberrancy; antidromic', 'AVRT; paced'],
    'yes',
    C.oxblood,
    C.oxPale,
  );
  leaf(
    680,
    680,
    'Irregular wide',
    ['AF with bundle branch', 'block; pre-excited AF;', 'polymorphic VT,', 'torsades'],
    'no',
    C.oxblood,
    C.oxPale,
  );
  save('tachycardia-map', 900, 546, b, 'A map of the tachycardias');
}
/* ---------- 6 evolution ---------- */
{
  const b = [];
  const px = 8;
  const st = [
    [
      'Before',
      [
        [12, 5, -0.06],
        [40, 10, 1.0],
        [63, 8, -0.1],
        [285, 58, 38, 0.25],
      ],
    ],
    [
      'Minutes',
      [[12, 5, -0.06], [40, 10, 1.0], { from: 78, to: 260, a: 0.1, b: 0.3, r2: 30 }, [270, 62, 52, 0.62]],
    ],
    [
      'Hours',
      [[14, 6, -0.18], [44, 11, 0.85], { from: 74, to: 270, a: 0.34, b: 0.46, r2: 34 }, [262, 60, 46, 0.18]],
    ],
    [
      'Days',
      [[20, 10, -0.42], [54, 10, 0.55], { from: 80, to: 240, a: 0.16, b: 0.1, r2: 30 }, [300, 52, 40, -0.42]],
    ],
    [
      'Weeks',
      [
        [20, 10, -0.45],
        [54, 10, 0.55],
        [300, 52, 40, -0.26],
      ],
    ],
  ];
  st.forEach(([t, list], i) => {
    const x = 18 + i * 174;
    b.push(
      text(x + 10.5 * px, 34, t, { size: 19, weight: 600, anchor: 'middle' }),
      paper(x, 48, 21, 24, px),
      trace(
        x,
        48 + 15 * px,
        px,
        0,
        840,
        signal([
          { at: 110, list: P },
          { at: 270, list },
        ]),
        { sw: 2.4, step: 2 },
      ),
    );
  });
  const notes = [
    ['normal ST', 'and T'],
    ['tall broad', '(hyperacute) T'],
    ['ST elevation,', 'Q begins'],
    ['Q wave,', 'T inverts'],
    ['Q stays, ST', 'is level'],
  ];
  notes.forEach(
    (rows, i) =>
      void b.push(text(18 + i * 174 + 10.5 * px, 268, rows, { size: 17, anchor: 'middle', fill: C.mid })),
  );
  save('stemi-evolution', 900, 306, b, 'Evolution of ST-elevation myocardial infarction');
}
/* ---------- 6 territories ---------- */
{
  const b = [];
  const cells = [
    ['I', 'l'],
    ['aVR', 'n'],
    ['V1', 's'],
    ['V4', 'a'],
    ['II', 'i'],
    ['aVL', 'l'],
    ['V2', 's'],
    ['V5', 'l'],
    ['III', 'i'],
    ['aVF', 'i'],
    ['V3', 'a'],
    ['V6', 'l'],
  ];
  const fill = { i: C.oxPale, s: C.petrolPale, a: '#c3d9da', l: C.ochrePale, n: C.shade };
  cells.forEach(([n, k], j) => {
    const x = 30 + (j % 4) * 112;
    const y = 40 + Math.floor(j / 4) * 84;
    b.push(
      rect(x, y, 104, 76, { fill: fill[k], stroke: C.line }),
      text(x + 52, y + 46, n, { size: 23, weight: 700, anchor: 'middle' }),
    );
  });
  const rows = [
    ['i', 'Inferior: II, III, aVF', 'right coronary (80%) or circumflex'],
    ['s', 'Septal: V1, V2', 'left anterior descending artery'],
    ['a', 'Anterior: V3, V4', 'left anterior descending artery'],
    ['l', 'Lateral: I, aVL, V5, V6', 'diagonal, circumflex or marginal branches'],
    ['n', 'aVR', 'the cavity; basal septum, left main'],
  ];
  rows.forEach(
    ([k, a, d], i) =>
      void b.push(
        rect(508, 42 + i * 50, 26, 26, { fill: fill[k], stroke: C.line }),
        text(548, 54 + i * 50, a, { size: 18, weight: 600 }),
        text(548, 76 + i * 50, d, { size: 15, fill: C.mid }),
      ),
  );
  save('territories', 900, 306, b, 'Leads, walls and arteries');
}
/* ---------- 6 STEMI pages ---------- */
{
  const q = [
    [18, 8, 8, 0.3, -85],
    [46, 10.5, 10.5, 0.95, 25],
    { from: 78, to: 265, a: 0.26, b: 0.34, r2: 30, angle: 112 },
    [265, 60, 46, 0.24, 105],
    [285, 58, 40, 0.1, 30],
  ];
  const m = normal({
    q,
    v: {
      V1: [[19, 7, 0.25], [46, 10, -0.85], { from: 80, to: 260, a: 0.03 }, [290, 55, 38, 0.06]],
      V2: [
        [22, 8, 0.5],
        [49, 10, -1.1],
        { from: 82, to: 250, a: -0.13, b: -0.13, r2: 24 },
        [285, 55, 38, 0.32],
      ],
      V3: [[28, 9, 0.85], [54, 10, -0.75], { from: 84, to: 250, a: -0.1, r2: 24 }, [285, 58, 38, 0.32]],
      V4: [
        [37, 10, 1.3],
        [60, 9, -0.45],
        [285, 58, 38, 0.32],
      ],
      V5: [
        [12, 5, -0.09],
        [39, 10, 1.25],
        [62, 8, -0.2],
        [285, 58, 38, 0.28],
      ],
      V6: [[12, 5, -0.1], [40, 10, 1.0], { from: 80, to: 260, a: 0.06, r2: 26 }, [285, 58, 38, 0.24]],
    },
  });
  page12(
    'inferior-stemi',
    'Inferior STEMI: ST elevation III > II and aVF, reciprocal depression in I and aVL',
    { m, rr: 900 },
  );
  const a = normal({
    q: [
      [14, 6, 6, 0.1, -165],
      [42, 10.5, 10.5, 0.85, 20],
      { from: 80, to: 265, a: 0.16, b: 0.2, r2: 30, angle: -45 },
      [272, 60, 44, 0.22, -5],
    ],
    v: {
      V1: [
        [16, 6, 0.12],
        [46, 11, -0.95],
        { from: 82, to: 265, a: 0.16, b: 0.24, r2: 30 },
        [275, 60, 46, 0.22],
      ],
      V2: [[40, 17, -1.0], { from: 80, to: 268, a: 0.34, b: 0.46, r2: 32 }, [270, 62, 48, 0.42]],
      V3: [[38, 17, -0.85], { from: 78, to: 268, a: 0.42, b: 0.56, r2: 32 }, [270, 62, 48, 0.46]],
      V4: [[22, 9, -0.3], [50, 9, 0.45], { from: 78, to: 268, a: 0.36, b: 0.46, r2: 32 }, [270, 62, 48, 0.4]],
      V5: [
        [16, 7, -0.14],
        [44, 10, 0.75],
        { from: 78, to: 266, a: 0.2, b: 0.27, r2: 30 },
        [272, 60, 46, 0.3],
      ],
      V6: [
        [12, 5, -0.1],
        [42, 10, 0.85],
        { from: 78, to: 264, a: 0.08, b: 0.12, r2: 28 },
        [278, 58, 42, 0.22],
      ],
    },
  });
  page12('anterior-stemi', 'Anterior STEMI: ST elevation V1 to V5, I and aVL; inferior leads depressed', {
    m: a,
    rr: 690,
  });
}
/* ---------- 6 posterior ---------- */
{
  const b = [];
  const px = 8;
  const list = {
    V2: [
      [28, 13, 0.95],
      [62, 9, -0.4],
      { from: 84, to: 250, a: -0.22, b: -0.22, r2: 22 },
      [285, 50, 36, 0.4],
    ],
    V8: [
      [20, 10, -0.22],
      [50, 10, 0.42],
      { from: 78, to: 265, a: 0.1, b: 0.13, r2: 28 },
      [280, 55, 40, 0.02],
    ],
  };
  const draw = (x, t, l, flip) =>
    b.push(
      text(x + 14 * px, 34, t, { size: 18, weight: 600, anchor: 'middle' }),
      paper(x, 48, 28, 24, px),
      trace(
        x,
        48 + 13 * px,
        px,
        0,
        1120,
        (tt) =>
          (flip ? -1 : 1) *
          signal([
            { at: 160, list: [[50, 20, 0.06]] },
            { at: 320, list: l },
          ])(tt),
        { sw: 2.4, step: 2 },
      ),
    );
  draw(30, 'V2 as recorded', list.V2);
  draw(338, 'V2 turned upside down', list.V2, true);
  draw(646, 'V8 (posterior electrode)', list.V8);
  b.push(
    text(142, 268, ['tall R, ST depression,', 'upright T'], { size: 17, anchor: 'middle', fill: C.mid }),
    text(450, 268, ['the mirror of an infarct:', 'Q, ST elevation'], {
      size: 17,
      anchor: 'middle',
      fill: C.mid,
    }),
    text(758, 268, ['ST elevation', 'of at least 0.5 mm'], { size: 17, anchor: 'middle', fill: C.mid }),
  );
  save('posterior-infarction', 900, 306, b, 'Posterior infarction in V2 and in a posterior lead');
}
/* ---------- 6 ST elevation differential ---------- */
{
  const b = [];
  const px = 8.4;
  const cols = [
    [
      'STEMI',
      [[14, 6, -0.18], [44, 11, 0.8], { from: 74, to: 270, a: 0.28, b: 0.38, r2: 34 }, [262, 60, 46, 0.2]],
      P,
      0,
      ['convex or straight,', 'regional, reciprocal', 'depression elsewhere'],
    ],
    [
      'Pericarditis',
      [[12, 5, -0.05], [40, 10, 0.9], { from: 74, to: 250, a: 0.15, b: 0.17, r2: 26 }, [280, 55, 38, 0.22]],
      P,
      -0.07,
      ['concave, widespread,', 'PR segment depressed,', 'spares aVR and V1'],
    ],
    [
      'Early repolarisation',
      [
        [12, 5, -0.06],
        [40, 10, 1.25],
        [76, 7, 0.18],
        { from: 74, to: 240, a: 0.12, b: 0.14, r2: 26 },
        [275, 52, 34, 0.48],
      ],
      P,
      0,
      ['J-point notch or slur,', 'concave, tall T,', 'stable over years'],
    ],
    [
      'Brugada type 1 (V1)',
      [
        [19, 7, 0.2],
        [42, 9, -0.2],
        { from: 62, to: 220, a: 0.5, b: 0.02, r: 6, r2: 26 },
        [275, 48, 34, -0.22],
      ],
      [
        [36, 14, 0.06],
        [66, 15, -0.045],
      ],
      0,
      ['coved ST of at least', '2 mm falling into a', 'negative T'],
    ],
  ];
  cols.forEach(([t, list, p, pr, rows], i) => {
    const x = 20 + i * 218;
    const f = signal([
      { at: 150, list: p },
      { at: 310, list },
      { at: 0, list: [{ from: 245, to: 310, a: pr, r: 8, r2: 5 }] },
    ]);
    b.push(
      text(x + 12 * px, 34, t, { size: 18, weight: 600, anchor: 'middle' }),
      paper(x, 48, 24, 23, px),
      trace(x, 48 + 15 * px, px, 0, 960, f, { sw: 2.4, step: 2 }),
      text(x + 12 * px, 270, rows, { size: 16, anchor: 'middle', fill: C.mid }),
    );
  });
  save('st-elevation', 900, 328, b, 'Four causes of ST elevation');
}
/* ---------- 6 hyperkalaemia ---------- */
{
  const b = [];
  const s1 = strip({
    y: 40,
    wmm: 68,
    hmm: 20,
    label: 'Peaked T waves',
    lead: 'V4',
    sigf: signal(
      every(300, 800, 3000).flatMap((t) => [
        { at: t - 160, list: P },
        {
          at: t,
          list: [
            [12, 5, -0.06],
            [38, 10, 0.75],
            [60, 9, -0.35],
            [262, 32, 28, 0.85],
          ],
        },
      ]),
    ),
  });
  const s2 = strip({
    x: 462,
    y: 40,
    wmm: 68,
    hmm: 20,
    label: 'Flat P, long PR, QRS widens',
    lead: 'V4',
    sigf: signal(
      every(420, 900, 3200).flatMap((t) => [
        { at: t - 260, list: [[60, 30, 0.05]] },
        {
          at: t,
          list: [
            [20, 8, -0.06],
            [54, 18, 0.7],
            [104, 16, -0.5],
            [300, 40, 38, 0.75],
          ],
        },
      ]),
    ),
  });
  const s3 = strip({
    y: 214,
    wmm: 68,
    hmm: 20,
    label: 'P lost, broad QRS runs into T',
    lead: 'V4',
    sigf: signal(
      every(250, 1050, 3200).map((t) => ({
        at: t,
        list: [
          [60, 30, 0.55],
          [150, 34, -0.6],
          [310, 55, 60, 0.62],
        ],
      })),
    ),
  });
  const s4 = strip({
    x: 462,
    y: 214,
    wmm: 68,
    hmm: 20,
    up: 10,
    label: 'Sine wave: arrest is near',
    lead: 'V4',
    sigf: (t) => 0.62 * Math.sin((6.2832 * t) / 560) + 0.1 * Math.sin((12.566 * t) / 560 + 0.6),
  });
  b.push(
    s1.body,
    s2.body,
    s3.body,
    s4.body,
    arrow(30, s3.bottom + 26, 870, s3.bottom + 26, { stroke: C.oxblood }),
    text(30, s3.bottom + 50, 'rising potassium', { size: 17, fill: C.oxblood, weight: 600 }),
    text(870, s3.bottom + 50, 'the order is typical, not reliable: any step may be skipped', {
      size: 16,
      fill: C.mid,
      anchor: 'end',
    }),
  );
  save('hyperkalaemia', 900, s3.bottom + 66, b, 'Electrocardiographic stages of hyperkalaemia');
}
/* ---------- 6 QT ---------- */
{
  const b = [];
  const px = 8.4;
  const cols = [
    [
      'Normal QT',
      [
        [12, 5, -0.06],
        [40, 10, 0.95],
        [63, 8, -0.12],
        [285, 58, 38, 0.26],
      ],
      ['QTc 410 ms'],
    ],
    [
      'Hypokalaemia',
      [
        [12, 5, -0.06],
        [40, 10, 0.95],
        [63, 8, -0.12],
        { from: 80, to: 260, a: -0.05, b: -0.1, r2: 22 },
        [285, 48, 38, 0.1],
        [440, 50, 46, 0.2],
      ],
      ['low T, prominent U,', 'ST sags'],
    ],
    [
      'Hypocalcaemia',
      [
        [12, 5, -0.06],
        [40, 10, 0.95],
        [63, 8, -0.12],
        [410, 44, 34, 0.26],
      ],
      ['long flat ST segment,', 'T of normal shape'],
    ],
    [
      'Hypercalcaemia',
      [
        [12, 5, -0.06],
        [40, 10, 0.95],
        [63, 8, -0.12],
        [175, 48, 50, 0.26],
      ],
      ['ST almost absent,', 'short QT'],
    ],
  ];
  cols.forEach(([t, list, rows], i) => {
    const x = 20 + i * 218;
    b.push(
      text(x + 12 * px, 34, t, { size: 18, weight: 600, anchor: 'middle' }),
      paper(x, 48, 24, 20, px),
      trace(
        x,
        48 + 14 * px,
        px,
        0,
        960,
        signal([
          { at: 110, list: P },
          { at: 270, list },
        ]),
        { sw: 2.4, step: 2 },
      ),
      text(x + 12 * px, 244, rows, { size: 16, anchor: 'middle', fill: C.mid }),
    );
  });
  save('qt-and-electrolytes', 900, 282, b, 'QT interval and electrolytes');
}
/* ---------- 5 ectopics ---------- */
{
  const b = [];
  const pvc = [
    [62, 26, 32, -0.82],
    [300, 62, 50, 0.38],
  ];
  const s1 = strip({
    y: 40,
    hmm: 20,
    up: 11,
    label: 'Atrial premature beat: early P of another shape, same QRS, incomplete pause',
    lead: 'II',
    sigf: signal([
      ...sinus([330, 1150, 1970]),
      { at: 2420, list: [[45, 18, -0.08]] },
      { at: 2560, list: QRST },
      ...sinus([3500, 4320, 5140]),
    ]),
  });
  const s2 = strip({
    y: 214,
    hmm: 20,
    up: 11,
    label: 'Ventricular premature beats: early, wide, no preceding P, full compensatory pause',
    lead: 'II',
    sigf: signal([
      ...sinus([330, 1150]),
      { at: 1640, list: pvc },
      ...sinus([2790, 3610]),
      { at: 4100, list: pvc },
      ...sinus([5250]),
    ]),
  });
  b.push(s1.body, s2.body);
  b.push(
    text(s1.X(2600), s1.y + 18, 'A', {
      size: 18,
      weight: 700,
      fill: C.oxblood,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
    text(s2.X(1700), s2.y + 18, 'V', {
      size: 18,
      weight: 700,
      fill: C.oxblood,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
    text(s2.X(4160), s2.y + 18, 'V', {
      size: 18,
      weight: 700,
      fill: C.oxblood,
      anchor: 'middle',
      halo: '#fffaf6',
    }),
  );
  save('premature-beats', 900, s2.bottom + 24, b, 'Atrial and ventricular premature beats');
}
