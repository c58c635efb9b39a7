/** Draws every figure of the book: node demo/clinical-nephrology/source/tools/figures.mjs */
import {
  arrow,
  C,
  card,
  axes as chartAxes,
  circle,
  curve,
  ellipse,
  line,
  path,
  rect,
  save as saveTo,
  svg,
  text,
} from '../../../ecg-in-practice/source/tools/svg.mjs';

const save = (name, w, h, body, title) => saveTo(import.meta.url, name, svg(w, h, body, title));
const wash = (x, y, w, h, o) => rect(x, y, w, h, { fill: C.wash, stroke: C.line, ...o });

const axes = (chart) => chartAxes({ yGap: 62, ...chart });

/* 1 filtration: glomerulus with pressures */
{
  const b = [];
  b.push(circle(310, 254, 150, { fill: C.petrolPale, stroke: C.petrol, sw: 3 }));
  b.push(
    path('M30 150C110 146 170 156 238 178', { sw: 26, stroke: C.oxPale }),
    path('M30 150C110 146 170 156 238 178', { sw: 3, stroke: C.oxblood }),
  );
  b.push(
    path('M238 330C170 352 110 362 30 358', { sw: 20, stroke: C.oxPale }),
    path('M238 330C170 352 110 362 30 358', { sw: 3, stroke: C.oxblood }),
  );
  b.push(
    path('M456 222C490 216 510 224 548 224M456 288C490 294 510 284 548 284', { stroke: C.petrol, sw: 3 }),
  );
  b.push(
    path(
      'M240 178C300 140 360 170 350 210C342 244 276 214 272 248C268 280 372 244 378 286C384 330 300 300 292 316C284 336 260 340 240 330',
      { stroke: C.oxPale, sw: 26 },
    ),
    path(
      'M240 178C300 140 360 170 350 210C342 244 276 214 272 248C268 280 372 244 378 286C384 330 300 300 292 316C284 336 260 340 240 330',
      { stroke: C.oxblood, sw: 3 },
    ),
  );
  b.push(
    text(40, 122, 'Afferent arteriole', { size: 18, weight: 600 }),
    text(40, 398, 'Efferent arteriole', { size: 18, weight: 600 }),
    text(466, 262, 'to tubule', { size: 16, fill: C.mid }),
    text(310, 434, 'Bowman space', { size: 17, anchor: 'middle', fill: C.petrol }),
  );
  b.push(
    arrow(364, 200, 412, 176, { stroke: C.oxblood, sw: 3.2 }),
    arrow(424, 250, 386, 258, { stroke: C.petrol, sw: 3.2 }),
    arrow(404, 332, 366, 306, { stroke: C.ochre, sw: 3.2 }),
  );
  const rows = [
    [C.oxblood, 'Hydrostatic pressure in the capillary', 'about +50 mmHg: drives filtration'],
    [C.petrol, 'Hydrostatic pressure in Bowman space', 'about −10 mmHg: opposes it'],
    [C.ochre, 'Oncotic pressure of plasma proteins', 'about −28 mmHg: opposes it'],
    [C.ink, 'Net filtration pressure', 'about +12 mmHg'],
  ];
  rows.forEach(
    ([c, a, d], i) =>
      void b.push(
        rect(590, 84 + i * 88, 14, 48, { fill: c }),
        text(618, 104 + i * 88, a, { size: 16, weight: 600 }),
        text(618, 128 + i * 88, d, { size: 16, fill: C.mid }),
      ),
  );
  save('filtration-pressures', 970, 452, b, 'Pressures across the glomerular capillary');
}
/* 1 arterioles */
{
  const b = [];
  const panel = (i, t, aff, eff, rows) => {
    const x = 16 + i * 222;
    const f = (y, w, dir) =>
      path(dir === 'in' ? `M${x + 10} ${y}L${x + 84} ${y + 26}` : `M${x + 84} ${y - 26}L${x + 10} ${y}`, {
        sw: w,
        stroke: C.oxblood,
      });
    b.push(
      wash(x, 16, 210, 330),
      text(x + 105, 48, t[0], { size: 18, weight: 600, anchor: 'middle' }),
      text(x + 105, 72, t[1], { size: 16, anchor: 'middle', fill: C.mid }),
    );
    b.push(
      f(118, aff, 'in'),
      circle(x + 126, 168, 46, { fill: C.oxPale, stroke: C.oxblood, sw: 3 }),
      f(218, eff, 'out'),
    );
    b.push(text(x + 105, 268, rows, { size: 17, anchor: 'middle' }));
  };
  panel(0, ['Normal', 'balanced tone'], 14, 11, ['pressure normal', 'GFR normal']);
  panel(1, ['NSAID', 'afferent constricts'], 5, 11, ['pressure falls', 'GFR falls']);
  panel(2, ['ACE inhibitor, ARB', 'efferent dilates'], 14, 19, [
    'pressure falls',
    'GFR falls a little,',
    'proteinuria falls',
  ]);
  panel(3, ['SGLT2 inhibitor', 'afferent constricts'], 9, 11, [
    'pressure falls',
    'small early dip,',
    'slower later loss',
  ]);
  save('arterioles-and-drugs', 900, 362, b, 'Effects of drugs on the glomerular arterioles');
}
/* 1 creatinine-GFR curve */
{
  const b = [];
  const x = 100,
    y = 30,
    w = 520,
    h = 300;
  const X = (v) => x + (v / 120) * w;
  const Y = (v) => y + h - (v / 800) * h;
  b.push(
    axes({
      x,
      y,
      w,
      h,
      X,
      Y,
      xl: 'Glomerular filtration rate (mL/min)',
      yl: 'Serum creatinine (µmol/L)',
      xt: [0, 20, 40, 60, 80, 100, 120],
      yt: [0, 200, 400, 600, 800],
    }),
  );
  const pts = [];
  for (let g = 120; g >= 11; g -= 1) pts.push([X(g), Y(8600 / g)]);
  b.push(path(curve(pts), { stroke: C.petrol, sw: 3.4 }));
  for (const g of [100, 50, 25, 12.5])
    b.push(circle(X(g), Y(8600 / g), 6, { fill: C.oxblood, stroke: C.paper }));
  b.push(
    line(X(100), Y(86), X(50), Y(86), { stroke: C.oxblood, dash: '4 5', sw: 1.4 }),
    line(X(50), Y(86), X(50), Y(172), { stroke: C.oxblood, dash: '4 5', sw: 1.4 }),
    line(X(25), Y(344), X(12.5), Y(344), { stroke: C.oxblood, dash: '4 5', sw: 1.4 }),
    line(X(12.5), Y(344), X(12.5), Y(688), { stroke: C.oxblood, dash: '4 5', sw: 1.4 }),
  );
  b.push(
    text(
      652,
      80,
      ['Each dot has half the', 'filtration of the one', 'to its right, and twice', 'its creatinine.'],
      { size: 17 },
    ),
    text(652, 210, ['From 100 to 50 mL/min:', '+86 µmol/L', 'From 25 to 12.5 mL/min:', '+344 µmol/L'], {
      size: 17,
      fill: C.oxblood,
    }),
  );
  save(
    'creatinine-curve',
    900,
    400,
    b,
    'Serum creatinine and glomerular filtration rate in the steady state',
  );
}
/* 2 AKI timeline: GFR step and creatinine lag */
{
  const b = [];
  const x = 100,
    y = 30,
    w = 760,
    h = 250;
  const X = (v) => x + (v / 6) * w;
  const Y = (v) => y + h - (v / 120) * h;
  b.push(
    axes({
      x,
      y,
      w,
      h,
      X,
      Y,
      xl: 'Days',
      yl: 'Per cent of baseline GFR',
      xt: [0, 1, 2, 3, 4, 5, 6],
      yt: [0, 50, 100],
    }),
  );
  const g = (t) => (t < 1 ? 100 : t < 3 ? 15 : Math.min(90, 15 + (t - 3) * 40));
  let c = 80;
  const cr = [];
  for (let t = 0; t <= 6.001; t += 0.02) {
    const prod = 80 * 100;
    c += ((prod - c * g(t)) / 100) * 0.02 * 3.2;
    cr.push([X(t), Y(c / 4.2)]);
  }
  b.push(
    path(curve([0, 0.999, 1.001, 3, 4.875, 6].map((t) => [X(t), Y(g(t))])), { stroke: C.petrol, sw: 3.2 }),
    path(curve(cr), { stroke: C.oxblood, sw: 3.2 }),
  );
  b.push(
    text(X(0.2), Y(108), 'true GFR', { size: 18, weight: 600, fill: C.petrol }),
    text(X(3.16), Y(96), 'serum creatinine', { size: 18, weight: 600, fill: C.oxblood }),
  );
  b.push(
    rect(X(1), y, X(1.45) - X(1), h, { fill: C.ochrePale, rx: 0 }),
    text(X(1.5), Y(112), ['GFR has fallen,', 'creatinine still', 'looks normal'], {
      size: 16,
      fill: C.ochre,
      weight: 600,
    }),
  );
  b.push(
    path(
      curve([
        [X(1), Y(100)],
        [X(1), Y(15)],
        [X(1.45), Y(15)],
      ]),
      { stroke: C.petrol, sw: 3.2 },
    ),
    path(curve(cr.filter(([px]) => px >= X(0.98) && px <= X(1.47))), { stroke: C.oxblood, sw: 3.2 }),
  );
  save('creatinine-lag', 900, 350, b, 'Creatinine lags behind the true filtration rate');
}
/* 2 AKI causes */
{
  const b = [];
  b.push(
    card(330, 14, 240, 56, ['Acute kidney injury', 'where is the fault?'], {
      fill: C.petrolPale,
      stroke: C.petrol,
    }),
  );
  const col = (i, head, rows, fill, stroke) => {
    const x = 16 + i * 298;
    b.push(line(450, 70, 450, 92), line(450, 92, x + 136, 92), arrow(x + 136, 92, x + 136, 116));
    b.push(card(x, 116, 272, 44, [head], { fill, stroke }), wash(x, 168, 272, 216));
    rows.forEach((r, k) => void b.push(text(x + 16, 198 + k * 29, r, { size: 17 })));
  };
  col(
    0,
    'Before the kidney',
    [
      'bleeding, diarrhoea, burns',
      'diuretics',
      'sepsis',
      'low cardiac output',
      'cirrhosis',
      'NSAID, ACE inhibitor, ARB',
      'renal artery stenosis',
    ],
    C.oxPale,
    C.oxblood,
  );
  col(
    1,
    'In the kidney',
    [
      'acute tubular necrosis',
      'interstitial nephritis',
      'glomerulonephritis',
      'vasculitis, microangiopathy',
      'myeloma casts',
      'contrast, aminoglycosides',
      'rhabdomyolysis',
    ],
    C.petrolPale,
    C.petrol,
  );
  col(
    2,
    'After the kidney',
    [
      'prostate',
      'stones in both ureters or',
      'in a single kidney',
      'pelvic cancer',
      'retroperitoneal fibrosis',
      'blocked catheter',
      'neurogenic bladder',
    ],
    C.ochrePale,
    C.ochre,
  );
  save('aki-causes', 900, 400, b, 'Causes of acute kidney injury by site');
}
/* 2 urine sediment */
{
  const b = [];
  const field = (i, t, sub, inner) => {
    const x = 120 + i * 220;
    b.push(
      circle(x, 128, 96, { fill: C.wash, stroke: C.line, sw: 2.5 }),
      inner(x, 128),
      text(x, 256, t, { size: 18, weight: 600, anchor: 'middle' }),
      text(x, 280, sub, { size: 16, anchor: 'middle', fill: C.mid }),
    );
  };
  const cast = (x, y, a, fill, stroke, deco) =>
    `<g transform="translate(${x} ${y}) rotate(${a})">${rect(-58, -18, 116, 36, { fill, stroke, rx: 17 })}${deco}</g>`;
  field(0, 'Hyaline casts', 'normal, dehydration', (x, y) => [
    cast(x - 8, y - 26, -18, C.paper, C.line, ''),
    cast(x + 10, y + 34, 12, C.paper, C.line, ''),
  ]);
  const grains = (k) =>
    Array.from({ length: 34 }, (_, j) =>
      circle(-50 + ((j * 37 + k * 13) % 101), -12 + ((j * 17 + k * 7) % 25), 2.4, {
        fill: '#7a5526',
        stroke: 'none',
        sw: 0,
      }),
    ).join('');
  field(1, 'Muddy brown casts', 'acute tubular necrosis', (x, y) => [
    cast(x - 6, y - 30, -14, C.ochrePale, C.ochre, grains(1)),
    cast(x + 8, y + 32, 16, C.ochrePale, C.ochre, grains(5)),
  ]);
  const cells = (fill) =>
    [-42, -21, 0, 21, 42]
      .map((cx, j) => circle(cx, j % 2 ? 6 : -5, 9.5, { fill, stroke: C.oxblood, sw: 1.4 }))
      .join('');
  field(2, 'Red cell casts', 'glomerulonephritis', (x, y) => [
    cast(x, y - 20, -16, C.oxPale, C.oxblood, cells('#cf8a7d')),
    circle(x - 40, y + 46, 9, { fill: '#cf8a7d', stroke: C.oxblood }),
    path(`M${x + 14} ${y + 50}c8 -14 22 -10 22 2c8 6 2 18 -8 16c-12 4 -20 -8 -14 -18z`, {
      fill: '#cf8a7d',
      stroke: C.oxblood,
    }),
    circle(x + 56, y + 26, 8, { fill: '#cf8a7d', stroke: C.oxblood }),
  ]);
  const wbc = [-38, -12, 14, 40]
    .map(
      (cx, j) =>
        circle(cx, j % 2 ? 4 : -4, 12, { fill: C.paper, stroke: C.petrol, sw: 1.6 }) +
        circle(cx - 3, (j % 2 ? 4 : -4) - 2, 3.5, { fill: C.petrol, stroke: 'none' }) +
        circle(cx + 4, (j % 2 ? 4 : -4) + 2, 3.5, { fill: C.petrol, stroke: 'none' }),
    )
    .join('');
  field(3, 'White cell casts', 'interstitial nephritis', (x, y) => [
    cast(x, y - 18, 14, C.petrolPale, C.petrol, wbc),
    [
      [-44, 44],
      [0, 56],
      [46, 40],
    ].map(
      ([dx, dy]) =>
        circle(x + dx, y + dy, 12, { fill: C.paper, stroke: C.petrol }) +
        circle(x + dx - 3, y + dy, 3.5, { fill: C.petrol, stroke: 'none' }) +
        circle(x + dx + 4, y + dy + 2, 3.5, { fill: C.petrol, stroke: 'none' }),
    ),
  ]);
  save('urine-sediment', 900, 300, b, 'Four urinary sediments');
}
/* 3 body water compartments and tonicity */
{
  const b = [];
  const draw = (i, t, icf, ecf, note) => {
    const x = 30 + i * 222;
    const base = 300;
    b.push(text(x + 92, 34, t, { size: 18, weight: 600, anchor: 'middle' }));
    b.push(
      rect(x, base - icf, 104, icf, { fill: C.petrolPale, stroke: C.petrol }),
      rect(x + 104, base - ecf, 80, ecf, { fill: C.ochrePale, stroke: C.ochre }),
    );
    b.push(line(x - 6, base - 200, x + 190, base - 200, { dash: '5 5', stroke: C.mid, sw: 1.2 }));
    b.push(
      text(x + 52, base - 18, 'ICF', { size: 17, anchor: 'middle', weight: 600, fill: C.petrol }),
      text(x + 144, base - 18, 'ECF', { size: 17, anchor: 'middle', weight: 600, fill: C.ochre }),
      text(x + 92, 330, note, { size: 16, anchor: 'middle', fill: C.mid }),
    );
  };
  draw(0, 'Normal', 200, 200, ['Na 140']);
  draw(1, 'Water excess (SIADH)', 222, 218, ['Na low, volume about', 'normal; cells swell']);
  draw(2, 'Salt loss', 214, 150, ['Na low, ECF small;', 'thirst and ADH retain water']);
  draw(3, 'Heart failure', 216, 258, ['Na low, ECF large;', 'oedema']);
  b.push(
    text(30, 386, 'Sodium concentration says nothing about volume: it tells the ratio of sodium to water.', {
      size: 17,
    }),
  );
  save('sodium-and-water', 920, 402, b, 'Compartments in three kinds of hyponatraemia');
}
/* 3 hyponatraemia algorithm */
{
  const b = [];
  b.push(
    card(300, 12, 300, 56, ['Plasma sodium < 135 mmol/L', 'severe? hypertonic saline first'], {
      fill: C.petrolPale,
      stroke: C.petrol,
      size: 16,
    }),
  );
  b.push(arrow(450, 68, 450, 96), card(300, 96, 300, 50, ['Plasma osmolality low?'], {}));
  b.push(
    arrow(600, 121, 660, 121),
    text(630, 112, 'no', { size: 16, anchor: 'middle', fill: C.mid }),
    card(660, 90, 226, 62, ['Not hypotonic', 'glucose, mannitol, lipids'], { size: 16 }),
  );
  b.push(
    arrow(450, 146, 450, 182),
    text(460, 170, 'yes', { size: 16, fill: C.mid }),
    card(300, 182, 300, 50, ['Urine osmolality > 100?'], {}),
  );
  b.push(
    arrow(300, 207, 240, 207),
    text(270, 198, 'no', { size: 16, anchor: 'middle', fill: C.mid }),
    card(14, 176, 226, 62, ['ADH switched off', 'polydipsia, little solute'], { size: 15 }),
  );
  b.push(
    arrow(450, 232, 450, 268),
    text(460, 256, 'yes', { size: 16, fill: C.mid }),
    card(300, 268, 300, 50, ['Urine sodium > 30 mmol/L?'], {}),
  );
  b.push(
    line(300, 293, 150, 293),
    arrow(150, 293, 150, 350),
    text(226, 284, 'no', { size: 16, anchor: 'middle', fill: C.mid }),
    line(600, 293, 740, 293),
    arrow(740, 293, 740, 350),
    text(670, 284, 'yes', { size: 16, anchor: 'middle', fill: C.mid }),
  );
  b.push(
    card(
      14,
      350,
      310,
      110,
      [
        'Kidney keeps sodium',
        'ECF small: gut loss, third space',
        'ECF large: heart failure,',
        'cirrhosis, nephrotic syndrome',
      ],
      { size: 15, fill: C.ochrePale, stroke: C.ochre },
    ),
  );
  b.push(
    card(
      480,
      350,
      406,
      110,
      [
        'Kidney loses sodium',
        'diuretic, kidney disease',
        'ECF small: adrenal failure, vomiting, salt wasting',
        'ECF normal: SIADH, cortisol or thyroid lack',
      ],
      { size: 15, fill: C.oxPale, stroke: C.oxblood },
    ),
  );
  save('hyponatraemia-path', 900, 476, b, 'Three measurements sort hyponatraemia');
}
/* 3 potassium */
{
  const b = [];
  b.push(
    rect(30, 60, 300, 230, { fill: C.petrolPale, stroke: C.petrol, sw: 2.5, rx: 16 }),
    text(180, 100, 'Cells', { size: 20, weight: 600, anchor: 'middle' }),
    text(180, 130, 'about 3500 mmol', { size: 18, anchor: 'middle' }),
  );
  b.push(
    rect(452, 60, 170, 230, { fill: C.ochrePale, stroke: C.ochre, sw: 2.5, rx: 16 }),
    text(537, 100, ['Extracellular', 'fluid'], { size: 19, weight: 600, anchor: 'middle' }),
    text(537, 152, 'about 60 mmol', { size: 17, anchor: 'middle' }),
  );
  b.push(
    arrow(450, 180, 334, 180, { stroke: C.petrol, sw: 3 }),
    text(391, 170, 'in', { size: 16, anchor: 'middle', fill: C.petrol }),
    arrow(332, 240, 448, 240, { stroke: C.oxblood, sw: 3 }),
    text(391, 232, 'out', { size: 16, anchor: 'middle', fill: C.oxblood }),
  );
  b.push(
    text(50, 176, ['insulin', 'beta-2 agonists', 'alkalosis'], { size: 17, fill: C.petrol }),
    text(168, 226, ['acidosis', 'cell death', 'hyperosmolality'], { size: 17, fill: C.oxblood }),
  );
  b.push(
    arrow(537, 18, 537, 58, { stroke: C.ink, sw: 3 }),
    text(556, 36, 'diet 50–100 mmol a day', { size: 17 }),
  );
  b.push(
    arrow(622, 150, 704, 150, { sw: 3 }),
    card(704, 116, 182, 70, ['Kidney 90%', 'aldosterone, flow'], { size: 17, fill: C.wash }),
    arrow(622, 246, 704, 246, { sw: 3 }),
    card(704, 212, 182, 70, ['Gut 10%', 'more in CKD'], { size: 17, fill: C.wash }),
  );
  save('potassium-balance', 900, 310, b, 'Internal and external balance of potassium');
}
/* 3 acid-base map */
{
  const b = [];
  const x = 96,
    y = 26,
    w = 520,
    h = 360;
  const X = (v) => x + ((v - 10) / 80) * w;
  const Y = (v) => y + h - ((v - 4) / 44) * h;
  b.push(
    axes({
      x,
      y,
      w,
      h,
      X,
      Y,
      xl: 'Arterial PCO₂ (mmHg)',
      yl: 'Bicarbonate (mmol/L)',
      xt: [10, 20, 30, 40, 50, 60, 70, 80, 90],
      yt: [4, 12, 20, 28, 36, 44],
    }),
  );
  const clip = (pts) =>
    pts.map(([p, q]) => [X(Math.min(90, Math.max(10, p))), Y(Math.min(48, Math.max(4, q)))]);
  const band = (fn, from, to, d, fill, step = 1) => {
    const up = [],
      down = [];
    for (let v = from; v <= to + 1e-6; v += step) {
      const [p, q, dp, dq] = fn(v, d);
      up.push([p + dp, q + dq]);
      down.unshift([p - dp, q - dq]);
    }
    return path(`${curve(clip([...up, ...down]))}Z`, { fill, stroke: 'none', opacity: 0.85 });
  };
  b.push(band((v) => [1.5 * v + 8, v, 2.6, 0], 5, 22, 0, '#e5bfb7'));
  b.push(band((v) => [40 + 0.7 * (v - 24), v, 4, 0], 27, 46, 0, '#b9d3d5'));
  b.push(
    band((v) => [v, 24 + (v - 40) * 0.1, 0, 1.2], 45, 90, 0, '#e9d2a3'),
    band((v) => [v, 24 + (v - 40) * 0.4, 0, 1.6], 45, 90, 0, '#d9b266'),
  );
  b.push(
    band((v) => [v, 24 - (40 - v) * 0.2, 0, 1.0], 16, 36, 0, '#c9c9bd'),
    band((v) => [v, 24 - (40 - v) * 0.45, 0, 1.0], 18, 36, 0, '#a9aaa0'),
  );
  b.push(
    ellipse(X(40), Y(24), 26, 17, { fill: C.paper, stroke: C.ink, sw: 2 }),
    text(X(40), Y(24) + 5, 'normal', { size: 13, anchor: 'middle' }),
  );
  const lab = (px, py, n) =>
    b.push(
      circle(X(px), Y(py), 13, { fill: C.ink, stroke: C.paper }),
      text(X(px), Y(py) + 6, n, { size: 15, anchor: 'middle', weight: 700, fill: C.paper }),
    );
  lab(20, 8, '1');
  lab(51, 41, '2');
  lab(80, 28.2, '3');
  lab(80, 40, '4');
  lab(22, 20.6, '5');
  lab(24, 16.6, '6');
  [
    '1  metabolic acidosis',
    '2  metabolic alkalosis',
    '3  acute respiratory acidosis',
    '4  chronic respiratory acidosis',
    '5  acute respiratory alkalosis',
    '6  chronic respiratory alkalosis',
  ].forEach((s, i) => void b.push(text(640, 70 + i * 36, s, { size: 17 })));
  b.push(
    text(640, 318, ['A point outside the bands', 'is a mixed disorder.'], { size: 17, fill: C.oxblood }),
  );
  save('acid-base-map', 920, 456, b, 'Compensation bands of the simple acid-base disorders');
}
/* 3 gamblegram */
{
  const b = [];
  const bar = (x, t, cl, hco, gap) => {
    const s = 1.9;
    const base = 330;
    b.push(text(x + 75, 36, t, { size: 18, weight: 600, anchor: 'middle' }));
    b.push(
      rect(x, base - 140 * s, 68, 140 * s, { fill: C.wash, stroke: C.line, rx: 0 }),
      text(x + 34, base - 130, ['Na', '140'], { size: 18, anchor: 'middle' }),
    );
    let y = base;
    for (const [v, l, f, st] of [
      [cl, 'Cl', C.petrolPale, C.petrol],
      [hco, 'HCO₃', C.ochrePale, C.ochre],
      [gap, 'gap', C.oxPale, C.oxblood],
    ]) {
      const hh = v * s;
      y -= hh;
      b.push(
        rect(x + 72, y, 78, hh, { fill: f, stroke: st, rx: 0 }),
        text(x + 111, y + hh / 2 + 6, `${l} ${v}`, { size: 16, anchor: 'middle' }),
      );
    }
  };
  bar(80, 'Normal', 104, 24, 12);
  bar(370, 'High anion gap', 104, 10, 26);
  bar(660, 'Normal anion gap', 118, 10, 12);
  b.push(
    text(155, 362, ['gap 12'], { size: 17, anchor: 'middle', fill: C.mid }),
    text(445, 362, ['an unmeasured acid has', 'used up bicarbonate'], {
      size: 17,
      anchor: 'middle',
      fill: C.mid,
    }),
    text(735, 362, ['bicarbonate lost,', 'chloride took its place'], {
      size: 17,
      anchor: 'middle',
      fill: C.mid,
    }),
  );
  save('anion-gap', 900, 404, b, 'The anion gap in two kinds of metabolic acidosis');
}
/* 4 CKD heat map */
{
  const b = [];
  const rows = [
    ['G1', '≥ 90'],
    ['G2', '60–89'],
    ['G3a', '45–59'],
    ['G3b', '30–44'],
    ['G4', '15–29'],
    ['G5', '< 15'],
  ];
  const risk = ['0 1 2', '0 1 2', '1 2 3', '2 3 3', '3 3 3', '3 3 3'];
  const fill = ['#dfe9de', C.ochrePale, '#e7c3a6', '#d39a8f'];
  const name = ['low', 'moderate', 'high', 'very high'];
  b.push(text(470, 32, 'Albumin to creatinine ratio in urine', { size: 18, weight: 600, anchor: 'middle' }));
  [
    ['A1', '< 30 mg/g', '< 3 mg/mmol'],
    ['A2', '30–300 mg/g', '3–30 mg/mmol'],
    ['A3', '> 300 mg/g', '> 30 mg/mmol'],
  ].forEach(
    ([a, c, d], i) =>
      void b.push(
        text(330 + i * 180, 62, a, { size: 18, weight: 600, anchor: 'middle', fill: C.petrol }),
        text(330 + i * 180, 84, c, { size: 16, anchor: 'middle' }),
        text(330 + i * 180, 106, d, { size: 16, anchor: 'middle', fill: C.mid }),
      ),
  );
  rows.forEach(([g, r], j) => {
    const y = 122 + j * 48;
    b.push(
      text(70, y + 30, g, { size: 18, weight: 600, fill: C.petrol }),
      text(130, y + 30, r, { size: 17 }),
    );
    risk[j]
      .split(' ')
      .forEach(
        (k, i) =>
          void b.push(
            rect(244 + i * 180, y, 172, 42, { fill: fill[k], stroke: C.paper }),
            text(330 + i * 180, y + 27, name[k], { size: 17, anchor: 'middle' }),
          ),
      );
  });
  b.push(text(30, 262, 'GFR (mL/min per 1.73 m²)', { size: 16, fill: C.mid, anchor: 'middle', rotate: -90 }));
  save('ckd-risk', 900, 424, b, 'Risk of progression by GFR and albuminuria categories');
}
/* 4 decline and treatment */
{
  const b = [];
  const x = 100,
    y = 26,
    w = 560,
    h = 280;
  const X = (v) => x + (v / 16) * w;
  const Y = (v) => y + h - (v / 70) * h;
  b.push(
    axes({
      x,
      y,
      w,
      h,
      X,
      Y,
      xl: 'Years',
      yl: 'eGFR (mL/min per 1.73 m²)',
      xt: [0, 4, 8, 12, 16],
      yt: [0, 15, 30, 45, 60],
    }),
  );
  b.push(
    line(x, Y(10), x + w, Y(10), { dash: '6 5', stroke: C.mid, sw: 1.3 }),
    text(x + w, Y(10) + 22, 'dialysis or transplant', { size: 16, fill: C.mid, anchor: 'end' }),
  );
  const l = (pts, c) => path(curve(pts.map(([a, v]) => [X(a), Y(v)])), { stroke: c, sw: 3.4 });
  b.push(
    l(
      [
        [0, 60],
        [10, 10],
      ],
      C.oxblood,
    ),
    l(
      [
        [0, 60],
        [0.3, 57],
        [15.7, 10],
      ],
      C.ochre,
    ),
    l(
      [
        [0, 60],
        [0.3, 54],
        [16, 25.5],
      ],
      C.petrol,
    ),
  );
  const key = [
    [C.oxblood, 'No treatment', '−5 mL/min a year'],
    [C.ochre, 'Blood pressure, ACE inhibitor', 'about −3 mL/min a year'],
    [C.petrol, 'With SGLT2 inhibitor added', 'about −2 mL/min a year'],
  ];
  key.forEach(
    ([c, a, d], i) =>
      void b.push(
        line(684, 90 + i * 76, 716, 90 + i * 76, { stroke: c, sw: 4 }),
        text(726, 88 + i * 76, a, { size: 15, weight: 600 }),
        text(726, 110 + i * 76, d, { size: 15, fill: C.mid }),
      ),
  );
  b.push(text(X(0.6), Y(66), 'the early dip is haemodynamic', { size: 16, fill: C.mid }));
  save('ckd-slopes', 980, 376, b, 'Slopes of decline with and without treatment');
}
/* 5 nephritic nephrotic */
{
  const b = [];
  b.push(
    line(70, 60, 850, 60, { sw: 3, stroke: C.line }),
    text(60, 34, 'Nephrotic', { size: 19, weight: 600, fill: C.petrol }),
    text(860, 34, 'Nephritic', { size: 19, weight: 600, fill: C.oxblood, anchor: 'end' }),
  );
  [
    ['Minimal change', 90],
    ['Membranous', 250],
    ['FSGS, diabetes', 420],
    ['Lupus, C3', 570],
    ['IgA', 690],
    ['ANCA, anti-GBM', 806],
  ].forEach(
    ([s, x], i) =>
      void b.push(
        circle(x, 60, 8, { fill: i < 3 ? C.petrol : C.oxblood, stroke: C.paper }),
        text(x, 92, s, { size: 16, anchor: 'middle' }),
      ),
  );
  b.push(
    rect(30, 120, 400, 210, { fill: C.petrolPale, stroke: C.petrol }),
    rect(470, 120, 400, 210, { fill: C.oxPale, stroke: C.oxblood }),
  );
  [
    'protein above 3.5 g a day',
    'albumin below 30 g/L',
    'oedema, lipids high',
    'bland sediment, fatty casts',
    'thrombosis, infection',
    'GFR often normal at first',
  ].forEach((s, i) => void b.push(text(50, 152 + i * 31, s, { size: 17 })));
  [
    'blood and red cell casts',
    'protein 0.5 to 3 g a day',
    'hypertension, fluid retention',
    'GFR falls in days to weeks',
    'complement may be low',
    'rapid fall: same-day referral',
  ].forEach((s, i) => void b.push(text(490, 152 + i * 31, s, { size: 17 })));
  save('nephritic-nephrotic', 900, 346, b, 'The spectrum of glomerular disease');
}
/* 5 stone sites */
{
  const b = [];
  b.push(
    path('M96 60C40 70 30 190 86 214C120 226 132 190 124 168C112 150 112 128 124 110C134 88 130 54 96 60Z', {
      fill: C.oxPale,
      stroke: C.oxblood,
      sw: 2.5,
    }),
  );
  b.push(
    path('M128 116C152 116 166 128 170 146C178 210 196 250 214 300C226 334 232 360 258 384', {
      stroke: C.ochre,
      sw: 9,
    }),
    path('M128 160C150 158 162 152 170 146', { stroke: C.ochre, sw: 7 }),
  );
  b.push(ellipse(308, 404, 62, 46, { fill: C.petrolPale, stroke: C.petrol, sw: 2.5 }));
  b.push(path('M330 40C330 160 322 250 300 290C262 300 200 296 150 320', { stroke: C.oxblood, sw: 5 }));
  const pts = [
    [170, 148, 1],
    [210, 292, 2],
    [256, 382, 3],
  ];
  for (const [x, y, n] of pts)
    b.push(
      circle(x, y, 13, { fill: C.ink, stroke: C.paper }),
      text(x, y + 6, n, { size: 15, weight: 700, fill: C.paper, anchor: 'middle' }),
    );
  b.push(
    text(346, 70, 'iliac vessels', { size: 16, fill: C.oxblood }),
    text(308, 410, 'bladder', { size: 16, anchor: 'middle', fill: C.petrol }),
    text(48, 140, 'kidney', { size: 16, fill: C.oxblood }),
  );
  const rows = [
    ['1', 'Pelviureteric junction', 'flank pain'],
    ['2', 'Crossing of the iliac vessels', 'pain to groin'],
    ['3', 'Vesicoureteric junction', 'frequency, pain to genitals'],
  ];
  rows.forEach(
    ([n, a, d], i) =>
      void b.push(
        circle(500, 96 + i * 62, 13, { fill: C.ink, stroke: C.ink }),
        text(500, 102 + i * 62, n, { size: 15, weight: 700, fill: C.paper, anchor: 'middle' }),
        text(526, 94 + i * 62, a, { size: 18, weight: 600 }),
        text(526, 118 + i * 62, d, { size: 16, fill: C.mid }),
      ),
  );
  b.push(text(488, 306, 'Chance of spontaneous passage', { size: 18, weight: 600 }));
  /** @type {[size: string, chance: number][]} */
  const passages = [
    ['2 to 4 mm', 0.76],
    ['5 to 7 mm', 0.6],
    ['7 to 9 mm', 0.48],
    ['above 9 mm', 0.25],
  ];
  passages.forEach(
    ([s, v], i) =>
      void b.push(
        text(640, 340 + i * 32, s, { size: 16, anchor: 'end' }),
        rect(652, 326 + i * 32, 220 * v, 20, { fill: C.petrol }),
        text(660 + 220 * v, 341 + i * 32, `${Math.round(v * 100)}%`, { size: 15 }),
      ),
  );
  save('stone-sites', 930, 466, b, 'Where stones lodge');
}
