/** Draws every figure of the book: node demo/antimicrobial-therapy/source/tools/figures.mjs */
import {
  arrow,
  axes,
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
} from '../../../ecg-in-practice/source/tools/svg.mjs';

const save = (name, w, h, body, title) => saveTo(import.meta.url, name, svg(w, h, body, title));
/* 1 targets */
{
  const b = [];
  b.push(
    rect(250, 90, 400, 260, { fill: C.ochrePale, stroke: C.ochre, sw: 10, rx: 120 }),
    rect(266, 106, 368, 228, { fill: C.paper, stroke: C.petrol, sw: 4, rx: 106 }),
  );
  b.push(
    path(
      'M360 210C390 160 450 170 470 205C500 250 560 200 540 170C520 150 470 150 450 190C430 240 390 260 372 236C362 224 356 220 360 210Z',
      { stroke: C.petrol, sw: 3 },
    ),
  );
  for (const [x, y] of [
    [330, 280],
    [370, 296],
    [420, 288],
    [470, 300],
    [520, 284],
    [560, 266],
  ])
    b.push(
      ellipse(x, y, 13, 9, { fill: C.oxPale, stroke: C.oxblood }),
      ellipse(x, y - 10, 8, 6, { fill: C.oxPale, stroke: C.oxblood }),
    );
  const lab = (x, y, anchor, head, rows, tx, ty) =>
    b.push(
      line(
        anchor === 'end' ? x + 6 : anchor === 'start' ? x - 6 : x,
        y + (anchor === 'middle' ? (ty > y ? 52 : -22) : -5),
        tx,
        ty,
        { stroke: C.mid, sw: 1.2 },
      ),
      text(x, y, head, { size: 18, weight: 600, anchor }),
      text(x, y + 24, rows, { size: 16, anchor, fill: C.mid }),
    );
  lab(450, 28, 'middle', 'Cell wall', ['beta-lactams, vancomycin, fosfomycin'], 450, 90);
  lab(232, 130, 'end', 'Membrane', ['daptomycin, polymyxins'], 268, 190);
  lab(232, 290, 'end', 'Ribosome 30S', ['aminoglycosides,', 'tetracyclines'], 318, 282);
  lab(668, 290, 'start', 'Ribosome 50S', ['macrolides, clindamycin,', 'linezolid'], 574, 258);
  lab(668, 130, 'start', 'DNA', ['quinolones (gyrase),', 'metronidazole'], 546, 180);
  lab(450, 398, 'middle', 'Folate', ['trimethoprim, sulfonamides'], 450, 336);
  b.push(
    text(232, 212, 'RNA polymerase', { size: 18, weight: 600, anchor: 'end' }),
    text(232, 236, 'rifampicin', { size: 16, anchor: 'end', fill: C.mid }),
    line(238, 208, 366, 214, { stroke: C.mid, sw: 1.2 }),
  );
  save('targets', 900, 444, b, 'Targets of antibacterial drugs');
}
/* 1 envelopes */
{
  const b = [];
  const lip = (x, y, w, up) =>
    Array.from(
      { length: Math.floor(w / 18) },
      (_, i) =>
        circle(x + 9 + i * 18, y, 6, { fill: C.ochrePale, stroke: C.ochre, sw: 1.4 }) +
        line(x + 6 + i * 18, y + (up ? 6 : -6), x + 6 + i * 18, y + (up ? 20 : -20), {
          stroke: C.ochre,
          sw: 1.4,
        }) +
        line(x + 12 + i * 18, y + (up ? 6 : -6), x + 12 + i * 18, y + (up ? 20 : -20), {
          stroke: C.ochre,
          sw: 1.4,
        }),
    );
  const bil = (x, y, w) => [lip(x, y, w, true), lip(x, y + 46, w, false)];
  const mesh = (x, y, w, rows) =>
    Array.from({ length: rows }, (_, i) =>
      rect(x, y + i * 17, w, 11, { fill: C.petrolPale, stroke: C.petrol, sw: 1.2, rx: 2 }),
    );
  b.push(
    text(200, 36, 'Gram-positive', { size: 20, weight: 600, anchor: 'middle' }),
    text(640, 36, 'Gram-negative', { size: 20, weight: 600, anchor: 'middle' }),
  );
  b.push(mesh(30, 130, 342, 9), bil(30, 312, 342));
  b.push(bil(440, 104, 342), mesh(440, 214, 342, 2), bil(440, 312, 342));
  for (const x of [520, 664])
    b.push(
      rect(x, 92, 30, 72, { fill: C.paper, stroke: C.oxblood, sw: 2.4, rx: 6 }),
      line(x + 15, 98, x + 15, 158, { stroke: C.oxblood, sw: 2, dash: '4 4' }),
    );
  for (const x of [472, 590, 730])
    b.push(path(`M${x} 98v-18M${x - 8} 80h16M${x} 80v-14`, { stroke: C.mid, sw: 2 }));
  b.push(text(200, 124, 'thick peptidoglycan', { size: 16, anchor: 'middle', fill: C.petrol }));
  const lab = (y, s) => text(794, y, s, { size: 16, fill: C.mid });
  b.push(
    lab(80, ['lipopoly-', 'saccharide']),
    lab(134, ['outer membrane', 'with porins']),
    lab(216, ['thin', 'peptidoglycan']),
    lab(276, ['periplasm:', 'beta-lactamases']),
    lab(340, 'inner membrane'),
  );
  save('envelopes', 960, 390, b, 'Cell envelopes of Gram-positive and Gram-negative bacteria');
}
/* 1 spectrum chart */
{
  const b = [];
  const cols = [
    'MSSA',
    'MRSA',
    'Strepto-\ncocci',
    'Entero-\ncoccus f.',
    'Entero-\nbacterales',
    'ESBL',
    'Pseudo-\nmonas',
    'Gut\nanaerobes',
    'Atypical',
  ];
  const rows = [
    ['Benzylpenicillin', '0 0 2 1 0 0 0 0 0'],
    ['Flucloxacillin, oxacillin', '2 0 1 0 0 0 0 0 0'],
    ['Amoxicillin', '0 0 2 2 1 0 0 0 0'],
    ['Amoxicillin-clavulanate', '2 0 2 2 2 0 0 2 0'],
    ['Piperacillin-tazobactam', '2 0 2 2 2 1 2 2 0'],
    ['Cefazolin', '2 0 2 0 1 0 0 0 0'],
    ['Ceftriaxone', '1 0 2 0 2 0 0 0 0'],
    ['Ceftazidime', '0 0 1 0 2 0 2 0 0'],
    ['Cefepime', '2 0 2 0 2 0 2 0 0'],
    ['Meropenem', '2 0 2 0 2 2 2 2 0'],
    ['Vancomycin', '1 2 2 2 0 0 0 0 0'],
    ['Gentamicin', '0 0 0 0 2 1 2 0 0'],
    ['Ciprofloxacin', '0 0 0 0 2 0 2 0 2'],
    ['Levofloxacin', '1 0 2 0 2 0 1 0 2'],
    ['Doxycycline', '1 1 1 0 0 0 0 0 2'],
    ['Co-trimoxazole', '2 2 1 0 1 0 0 0 0'],
    ['Clindamycin', '1 1 1 0 0 0 0 1 0'],
    ['Linezolid', '2 2 2 2 0 0 0 0 0'],
    ['Metronidazole', '0 0 0 0 0 0 0 2 0'],
  ];
  cols.forEach(
    (c, i) => void b.push(text(318 + i * 70, 30, c.split('\n'), { size: 13, anchor: 'middle', weight: 600 })),
  );
  rows.forEach(([n, r], j) => {
    const y = 66 + j * 27;
    b.push(text(30, y + 17, n, { size: 16 }));
    r.split(' ').forEach(
      (v, i) =>
        void b.push(
          rect(286 + i * 70, y, 64, 22, {
            fill: [C.wash, C.ochrePale, C.petrol][v],
            stroke: v === '1' ? C.ochre : v === '2' ? C.petrol : C.shade,
            sw: 1.2,
            rx: 3,
          }),
          v === '1'
            ? text(318 + i * 70, y + 17, '±', { size: 15, anchor: 'middle', fill: C.ochre, weight: 700 })
            : v === '2'
              ? text(318 + i * 70, y + 16, '+', { size: 15, anchor: 'middle', fill: C.paper, weight: 700 })
              : '',
        ),
    );
  });
  b.push(
    text(30, 604, '+ usually active · ± variable, or not first choice · empty field: not to be relied upon', {
      size: 16,
      fill: C.mid,
    }),
  );
  save('spectrum', 930, 622, b, 'Spectrum of common antibacterial drugs');
}
/* 2 PK/PD */
{
  const b = [];
  const panel = (i, t, sub, body) => {
    const x = 30 + i * 294;
    const X = (h) => x + (h / 24) * 250;
    const Y = (c) => 272 - c * 190;
    b.push(
      text(x + 125, 32, t, { size: 19, weight: 600, anchor: 'middle' }),
      text(x + 125, 56, sub, { size: 16, anchor: 'middle', fill: C.mid }),
    );
    b.push(
      body(X, Y, x),
      line(x, 76, x, 272, { sw: 1.5 }),
      line(x, 272, x + 254, 272, { sw: 1.5 }),
      line(x, Y(0.2), x + 254, Y(0.2), { stroke: C.oxblood, dash: '6 5', sw: 1.6 }),
      text(x + 252, Y(0.2) - 7, 'MIC', { size: 15, anchor: 'end', fill: C.oxblood, weight: 600, halo: true }),
      text(x + 125, 298, '24 hours', { size: 16, anchor: 'middle', fill: C.mid }),
    );
  };
  const doses = (interval, c0, half) => {
    const f = (h) => {
      let s = 0;
      for (let d = 0; d <= h; d += interval) s += c0 * Math.exp((-Math.LN2 * (h - d)) / half);
      return Math.min(1, s);
    };
    return f;
  };
  const pts = (f, X, Y, from = 0, to = 23.9) => {
    const p = [];
    for (let h = from; h <= to + 1e-6; h += 0.1) p.push([X(h), Y(f(h))]);
    return p;
  };
  const shade = (f, X, Y, cond, base) => {
    const out = [];
    let run = [];
    for (let h = 0; h <= 24; h += 0.1) {
      if (cond(f(h))) run.push([X(h), Y(f(h))]);
      else {
        if (run.length > 1) out.push(run);
        run = [];
      }
    }
    if (run.length > 1) out.push(run);
    return out.map((r) =>
      path(`${curve([[r[0][0], Y(base)], ...r, [r.at(-1)[0], Y(base)]])}Z`, {
        fill: C.petrolPale,
        stroke: 'none',
      }),
    );
  };
  const bl = doses(6, 0.62, 1.1);
  panel(0, 'Time above MIC', 'beta-lactams', (X, Y) => [
    shade(bl, X, Y, (v) => v > 0.2, 0.2),
    path(curve(pts(bl, X, Y)), { stroke: C.petrol, sw: 2.6 }),
  ]);
  const ag = doses(24, 0.96, 2.4);
  panel(1, 'Peak over MIC', 'aminoglycosides, daptomycin', (X, Y) => [
    path(curve(pts(ag, X, Y)), { stroke: C.petrol, sw: 2.6 }),
    arrow(X(1.2), Y(0.2), X(1.2), Y(0.93), { stroke: C.ochre, both: true, sw: 2.4 }),
    text(X(2.6), Y(0.86), 'peak 8–10 × MIC', { size: 16, fill: C.ochre, weight: 600 }),
  ]);
  const va = doses(12, 0.5, 9);
  panel(2, 'Area over MIC', 'vancomycin, quinolones, linezolid', (X, Y) => [
    path(`${curve([[X(0), Y(0)], ...pts(va, X, Y), [X(24), Y(0)]])}Z`, {
      fill: C.petrolPale,
      stroke: 'none',
    }),
    path(curve(pts(va, X, Y)), { stroke: C.petrol, sw: 2.6 }),
    text(X(12), Y(0.08), 'AUC over 24 h', { size: 16, anchor: 'middle', fill: C.petrol, weight: 600 }),
  ]);
  save('pkpd', 900, 316, b, 'Three relations between concentration and effect');
}
/* 2 infusion */
{
  const b = [];
  const x = 90,
    y = 26,
    w = 540,
    h = 270;
  const X = (v) => x + (v / 24) * w;
  const Y = (v) => y + h - (v / 70) * h;
  b.push(
    axes({
      x,
      y,
      w,
      h,
      X,
      Y,
      xl: 'Hours',
      yl: 'Concentration (mg/L)',
      xt: [0, 8, 16, 24],
      yt: [0, 20, 40, 60],
    }),
  );
  const k = Math.LN2 / 1.2;
  const sim = (rate) => {
    let c = 0;
    const p = [];
    for (let t = 0; t <= 24; t += 0.05) {
      c += (rate(t) - k * c) * 0.05;
      p.push([X(t), Y(c)]);
    }
    return p;
  };
  const bolus = sim((t) => (t % 8 < 0.5 ? 62 / 0.5 : 0));
  const ext = sim((t) => (t % 8 < 3 ? 62 / 3 : 0));
  const cont = sim((t) => (t < 0.5 ? 28 : 186 / 24));
  b.push(
    path(curve(bolus), { stroke: C.oxblood, sw: 2.6 }),
    path(curve(ext), { stroke: C.ochre, sw: 2.6 }),
    path(curve(cont), { stroke: C.petrol, sw: 2.6 }),
    line(x, Y(8), x + w, Y(8), { stroke: C.ink, dash: '6 5', sw: 1.5 }),
    text(x + w + 8, Y(8) + 6, 'MIC 8', { size: 16, weight: 600 }),
  );
  [
    [C.oxblood, '30-minute infusion', 'high peak, early trough'],
    [C.ochre, '3-hour infusion', 'longer above MIC'],
    [C.petrol, 'continuous, after a load', 'above MIC throughout'],
  ].forEach(
    ([c, a, d], i) =>
      void b.push(
        line(664, 76 + i * 60, 696, 76 + i * 60, { stroke: c, sw: 4 }),
        text(706, 74 + i * 60, a, { size: 17, weight: 600 }),
        text(706, 97 + i * 60, d, { size: 16, fill: C.mid }),
      ),
  );
  save('infusion', 930, 366, b, 'The same daily dose by three kinds of infusion');
}
/* 2 penetration */
{
  const b = [];
  /** @type {[site: string, drugs: [name: string, ratio: number][]][]} */
  const sites = [
    [
      'Urine',
      [
        ['nitrofurantoin', 1],
        ['beta-lactams', 1],
        ['moxifloxacin', 0.12],
      ],
    ],
    [
      'Lung lining fluid',
      [
        ['linezolid', 1],
        ['beta-lactams', 0.4],
        ['daptomycin', 0.02],
      ],
    ],
    [
      'CSF, inflamed',
      [
        ['linezolid', 0.8],
        ['ceftriaxone', 0.12],
        ['gentamicin', 0.05],
      ],
    ],
    [
      'Prostate',
      [
        ['ciprofloxacin', 0.9],
        ['trimethoprim', 0.9],
        ['amoxicillin', 0.1],
      ],
    ],
    [
      'Bone',
      [
        ['rifampicin', 0.6],
        ['levofloxacin', 0.6],
        ['beta-lactams', 0.2],
      ],
    ],
  ];
  sites.forEach(([s, list], i) => {
    const x = 24 + (i % 3) * 292;
    const y = 20 + Math.floor(i / 3) * 158;
    b.push(text(x, y + 16, s, { size: 18, weight: 600 }));
    list.forEach(
      ([d, v], j) =>
        void b.push(
          text(x, y + 46 + j * 34, d, { size: 15 }),
          rect(x + 182, y + 32 + j * 34, 84, 18, { fill: C.wash, stroke: C.shade, sw: 1 }),
          rect(x + 182, y + 32 + j * 34, 84 * v, 18, {
            fill: v > 0.5 ? C.petrol : v > 0.15 ? C.ochre : C.oxblood,
          }),
        ),
    );
  });
  b.push(
    text(
      608,
      240,
      [
        'Length: concentration at the',
        'site in relation to plasma,',
        'rounded; urine shown against',
        'what is needed there.',
      ],
      { size: 15, fill: C.mid },
    ),
  );
  save('penetration', 900, 330, b, 'Penetration of drugs to the site of infection');
}
/* 3 resistance */
{
  const b = [];
  b.push(rect(230, 60, 440, 280, { fill: C.petrolPale, stroke: C.petrol, sw: 5, rx: 120 }));
  const q = (x, y, n) => [
    circle(x, y, 15, { fill: C.ink, stroke: C.paper }),
    text(x, y + 6, n, { size: 16, weight: 700, anchor: 'middle', fill: C.paper }),
  ];
  const pill = (x, y, o = {}) => [
    rect(x - 18, y - 9, 36, 18, { fill: o.broken ? C.wash : C.oxblood, stroke: C.oxblood, rx: 9, sw: 1.5 }),
    o.broken ? path(`M${x - 4} ${y - 12}l6 9l-8 6l7 9`, { stroke: C.oxblood, sw: 2 }) : '',
  ];
  b.push(
    pill(296, 132, { broken: true }),
    q(296, 98, 1),
    pill(450, 306),
    path('M424 268h52v20h-12v-8h-28v8h-12z', { fill: C.ochrePale, stroke: C.ochre }),
    q(450, 244, 2),
    rect(652, 170, 34, 60, { fill: C.wash, stroke: C.mid, sw: 2.5 }),
    line(652, 170, 686, 230, { stroke: C.oxblood, sw: 3 }),
    pill(744, 200),
    q(620, 200, 3),
    rect(572, 84, 30, 44, { fill: C.ochrePale, stroke: C.ochre }),
    arrow(587, 100, 620, 40, { stroke: C.oxblood, sw: 3 }),
    pill(634, 28),
    q(556, 140, 4),
    path('M330 210C350 180 390 200 400 216C412 236 440 200 420 188', { stroke: C.petrol, sw: 3 }),
    circle(362, 250, 20, { stroke: C.oxblood, sw: 3 }),
    q(320, 262, 5),
  );
  /** @type {[x: number, y: number, anchor: string, name: string, text: string][]} */
  const rows = [
    [20, 96, 'end', '1  Destroy the drug', 'beta-lactamases'],
    [20, 392, '', '2  Change the target', 'MRSA (PBP2a), VRE, gyrase'],
    [700, 266, '', '3  Close the door', 'porin loss'],
    [664, 60, '', '4  Pump it out', 'efflux'],
    [20, 262, '', '5  Share the gene', 'plasmids'],
  ];
  for (const [x, y, , a, d] of rows)
    b.push(text(x, y, a, { size: 18, weight: 600 }), text(x, y + 24, d, { size: 16, fill: C.mid }));
  save('resistance', 900, 436, b, 'Mechanisms of resistance');
}
/* 3 beta-lactamases */
{
  const b = [];
  const head = ['Enzyme', 'Where', 'Destroys', 'Choose for serious infection'];
  const X = [20, 186, 432, 640];
  head.forEach((t, i) => void b.push(text(X[i], 34, t, { size: 17, weight: 600, fill: C.petrol })));
  const grid = [
    [['ESBL (CTX-M)'], ['E. coli, Klebsiella'], ['third-generation', 'cephalosporins'], ['meropenem']],
    [
      ['AmpC, inducible'],
      ['Enterobacter cloacae,', 'K. aerogenes, C. freundii'],
      ['ceftriaxone, once', 'induced'],
      ['cefepime or meropenem'],
    ],
    [['KPC'], ['Klebsiella'], ['carbapenems'], ['ceftazidime-avibactam,', 'meropenem-vaborbactam']],
    [['OXA-48'], ['Klebsiella, E. coli'], ['carbapenems, weakly'], ['ceftazidime-avibactam']],
    [
      ['NDM, VIM, IMP'],
      ['any Gram-negative'],
      ['all but aztreonam'],
      ['ceftazidime-avibactam with', 'aztreonam; cefiderocol'],
    ],
  ];
  grid.forEach((r, j) => {
    const y = 52 + j * 66;
    b.push(rect(10, y, 920, 60, { fill: j % 2 ? C.paper : C.wash }));
    r.forEach(
      (c, i) =>
        void b.push(text(X[i], y + (c.length > 1 ? 26 : 36), c, { size: 16, weight: i === 0 ? 600 : 400 })),
    );
  });
  save('beta-lactamases', 940, 394, b, 'Beta-lactamases that matter at the bedside');
}
/* 3 MIC */
{
  const b = [];
  b.push(text(30, 34, 'Broth dilution', { size: 19, weight: 600 }));
  ['0.25', '0.5', '1', '2', '4', '8', '16'].forEach((v, i) => {
    const grown = i < 3;
    b.push(
      rect(30 + i * 60, 52, 44, 110, { fill: grown ? C.ochrePale : C.paper, stroke: C.mid, rx: 16 }),
      grown
        ? Array.from({ length: 14 }, (_, k) =>
            circle(38 + i * 60 + ((k * 23) % 30), 70 + ((k * 37) % 84), 2.6, {
              fill: C.ochre,
              stroke: 'none',
              sw: 0,
            }),
          )
        : '',
      text(52 + i * 60, 184, v, {
        size: 16,
        anchor: 'middle',
        weight: i === 3 ? 700 : 400,
        fill: i === 3 ? C.oxblood : C.ink,
      }),
    );
  });
  b.push(text(30, 214, 'mg/L: the first clear tube is the MIC, here 2', { size: 16, fill: C.mid }));
  b.push(text(520, 34, 'MIC is compared with a breakpoint', { size: 19, weight: 600 }));
  const x = 540,
    w = 340;
  const dist = [2, 8, 22, 34, 20, 7, 2, 1, 3, 6, 5, 2];
  dist.forEach(
    (v, i) =>
      void b.push(
        rect(x + i * 28, 180 - v * 3.4, 24, v * 3.4, { fill: i < 7 ? C.petrol : C.oxblood, rx: 1 }),
      ),
  );
  b.push(
    line(x, 180, x + w, 180, { sw: 1.5 }),
    line(x + 196, 52, x + 196, 186, { stroke: C.ink, dash: '6 5', sw: 1.8 }),
    text(x + 92, 208, 'wild type: S', { size: 16, anchor: 'middle', fill: C.petrol }),
    text(x + 268, 208, 'resistant: R', { size: 16, anchor: 'middle', fill: C.oxblood }),
    text(x + 204, 66, 'breakpoint', { size: 16 }),
  );
  save('mic-breakpoint', 900, 232, b, 'Minimum inhibitory concentration and breakpoint');
}
/* 4 empirical decision */
{
  const b = [];
  const q = [
    ['Is it infection?', 'is it bacterial?'],
    ['Where?', 'site decides flora'],
    ['Which bacteria?', 'host and exposure'],
    ['How sick?', 'breadth and speed'],
    ['Which drug?', 'dose, route, allergy'],
  ];
  q.forEach((r, i) => {
    const x = 16 + i * 177;
    b.push(
      card(x, 30, 158, 86, [...r], {
        size: 14,
        fill: i === 3 ? C.oxPale : C.petrolPale,
        stroke: i === 3 ? C.oxblood : C.petrol,
      }),
    );
    if (i < 4) b.push(arrow(x + 158, 73, x + 177, 73, { head: 9 }));
  });
  b.push(
    arrow(450, 130, 450, 162),
    card(180, 164, 540, 50, ['Cultures first, if they cost no time'], { fill: C.wash }),
    arrow(450, 214, 450, 240),
  );
  const p = [
    ['Shock, or sepsis likely', 'within 1 hour'],
    ['Sepsis possible, no shock', 'look, decide within 3 hours'],
    ['Stable, diagnosis open', 'wait for results'],
  ];
  p.forEach(
    (r, i) =>
      void b.push(
        card(30 + i * 290, 246, 264, 72, r, {
          size: 16,
          fill: [C.oxPale, C.ochrePale, C.petrolPale][i],
          stroke: [C.oxblood, C.ochre, C.petrol][i],
        }),
      ),
  );
  save('first-dose', 900, 338, b, 'Five questions before the first dose');
}
/* 5 timeline */
{
  const b = [];
  b.push(line(50, 150, 860, 150, { sw: 4, stroke: C.line }));
  /** @type {[x: number, name: string, lines: string[], color: string][]} */
  const st = [
    [80, 'Hour 0', ['cultures,', 'first dose'], C.oxblood],
    [250, 'Hours 24–48', ['Gram stain, growth,', 'imaging, source'], C.ochre],
    [440, 'Hours 48–72', ['review: stop, narrow,', 'switch, continue'], C.petrol],
    [640, 'Days 5–7', ['most courses', 'end'], C.petrol],
    [820, 'Longer', ['only for a', 'named reason'], C.mid],
  ];
  for (const [x, h, rows, c] of st)
    b.push(
      circle(x, 150, 13, { fill: c, stroke: C.paper, sw: 3 }),
      text(x, 116, h, { size: 18, weight: 600, anchor: 'middle' }),
      text(x, 192, rows, { size: 16, anchor: 'middle', fill: C.mid }),
    );
  b.push(
    path('M66 52H452', { stroke: C.oxblood, sw: 14 }),
    path('M452 52H654', { stroke: C.petrol, sw: 6 }),
    text(70, 34, 'broad, intravenous', { size: 17, fill: C.oxblood, weight: 600 }),
    text(470, 34, 'narrow, oral', { size: 17, fill: C.petrol, weight: 600 }),
  );
  save('review-timeline', 900, 240, b, 'The course of an antibiotic treatment');
}
/* 5 durations */
{
  const b = [];
  /** @type {[name: string, from: number, to: number][]} */
  const rows = [
    ['Cystitis, women', 3, 5],
    ['Pneumonia, community, responding', 3, 5],
    ['Cellulitis', 5, 7],
    ['Pyelonephritis', 7, 7],
    ['Abdominal infection, source controlled', 4, 5],
    ['Gram-negative bacteraemia, source controlled', 7, 7],
    ['Hospital-acquired pneumonia', 7, 8],
    ['S. aureus bacteraemia, uncomplicated', 14, 14],
    ['Endocarditis, bone', 28, 42],
  ];
  const X = (d) => 420 + d * 10;
  rows.forEach(([s, a, z], i) => {
    const y = 26 + i * 38;
    b.push(
      text(404, y + 17, s, { size: 16, anchor: 'end' }),
      rect(X(0), y + 4, a * 10, 17, { fill: i > 6 ? C.oxblood : C.petrol, rx: 2 }),
      z > a
        ? rect(X(a), y + 4, (z - a) * 10, 17, {
            fill: i > 6 ? C.oxPale : C.petrolPale,
            stroke: i > 6 ? C.oxblood : C.petrol,
            sw: 1,
            rx: 2,
          })
        : '',
      text(X(z) + 8, y + 18, a === z ? `${a}` : `${a}–${z}`, { size: 15, weight: 600 }),
    );
  });
  b.push(line(X(0), 20, X(0), 370, { sw: 1.4 }));
  for (const d of [0, 7, 14, 21, 28, 35, 42])
    b.push(line(X(d), 370, X(d), 376, { sw: 1.4 }), text(X(d), 396, d, { size: 15, anchor: 'middle' }));
  b.push(
    line(X(0), 370, X(44), 370, { sw: 1.4 }),
    text(X(21), 424, 'Days of effective treatment', { size: 16, anchor: 'middle', fill: C.mid }),
  );
  save('durations', 930, 440, b, 'Usual durations of treatment');
}
/* 5 allergy */
{
  const b = [];
  b.push(
    card(290, 12, 320, 54, ['“Allergic to penicillin”', 'what happened, when, treated how?'], {
      fill: C.petrolPale,
      stroke: C.petrol,
      size: 16,
    }),
  );
  /** @type {[x: number, above: string[], below: string[], fill: string, stroke: string][]} */
  const col = [
    [
      16,
      ['Not an allergy', 'nausea, thrush, family', 'history; took it since', 'without trouble'],
      ['Use penicillin', 'remove the label'],
      C.petrolPale,
      C.petrol,
    ],
    [
      312,
      ['Low risk', 'mild or childhood rash;', 'more than 5 years ago', '(PEN-FAST below 3)'],
      ['Oral test dose', 'under observation'],
      C.ochrePale,
      C.ochre,
    ],
    [
      608,
      ['High risk', 'anaphylaxis, angioedema,', 'recent; blistering, organ', 'failure, haemolysis'],
      ['Avoid; refer', 'never re-expose after', 'severe skin reactions'],
      C.oxPale,
      C.oxblood,
    ],
  ];
  for (const [x, a, d, f, s] of col)
    b.push(
      line(450, 66, 450, 84),
      line(450, 84, x + 138, 84),
      arrow(x + 138, 84, x + 138, 108),
      card(x, 108, 276, 116, a, { size: 16, fill: C.wash }),
      arrow(x + 138, 224, x + 138, 254),
      card(x, 254, 276, 84, d, { size: 16, fill: f, stroke: s }),
    );
  b.push(
    text(
      450,
      374,
      'Cefazolin has a side chain of its own; cross-reactivity with penicillins is below 1 per cent.',
      { size: 16, anchor: 'middle', fill: C.mid },
    ),
  );
  save('allergy', 900, 392, b, 'Sorting a penicillin allergy label');
}
