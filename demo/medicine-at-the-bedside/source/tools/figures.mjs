/** Draws every figure of the book: node demo/medicine-at-the-bedside/source/tools/figures.mjs */
import { C, line, rect, text } from '../../../ecg-in-practice/source/tools/svg.mjs';
import { bars, box, chart, fields, ink, link, range, save } from './draw.mjs';

const bell =
  (at, width, power = 2) =>
  (x) =>
    Math.exp(-((Math.abs(x - at) / width) ** power));
const rise = (from, rate) => (x) => (x < from ? 0 : 1 - Math.exp(-(x - from) / rate));

chart('troponin-curves', 'Troponin over a day in three patients', {
  xl: 'Hours after the onset of pain',
  yl: 'Troponin, times the limit',
  x: [0, 24],
  y: [0, 10],
  xt: range(0, 24, 4),
  yt: [0, 2, 4, 6, 8, 10],
  extra: (_X, Y, { left, w }) => [
    rect(left, Y(1), w, Y(0) - Y(1), { fill: ink.greenPale, rx: 0 }),
    text(left + w - 6, Y(0.25), '99th centile', { size: 14, anchor: 'end', fill: ink.green }),
  ],
  curves: [
    {
      f: (t) => 0.3 + 9 * (rise(1, 4)(t) * Math.exp(-Math.max(0, t - 9) / 26)),
      colour: ink.red,
      label: [12, 8.9, 'Infarction'],
    },
    { f: (t) => 2.5 + 0.25 * Math.sin(t / 3), colour: ink.steel, label: [15, 3.1, 'Heart failure'] },
    { f: () => 1.4, colour: ink.amber, label: [3, 1.75, 'Chronic kidney disease'] },
  ],
});

save(
  'breath-compartments',
  400,
  [
    box(235, 20, 170, 56, ['Breathless', 'rate, work, mind'], 'blue'),
    link(270, 76, 95, 130),
    link(300, 76, 245, 130),
    link(340, 76, 395, 130),
    link(370, 76, 545, 130),
    box(20, 134, 145, 92, ['Airway and lung', 'asthma, COPD,', 'pneumonia'], 'plain', 13),
    box(172, 134, 145, 92, ['Pleura and wall', 'air, fluid,', 'weak muscles'], 'plain', 13),
    box(324, 134, 145, 92, ['Heart and vessels', 'failure, embolus,', 'tamponade'], 'plain', 13),
    box(476, 134, 145, 92, ['Blood and drive', 'acidosis, anaemia,', 'fear'], 'plain', 13),
    link(92, 226, 92, 276),
    link(244, 226, 244, 276),
    link(396, 226, 396, 276),
    link(548, 226, 548, 276),
    box(20, 280, 145, 84, ['Listen, film', 'peak flow, gas'], 'amber', 13),
    box(172, 280, 145, 84, ['Percuss', 'ultrasound'], 'amber', 13),
    box(324, 280, 145, 84, ['Neck veins, ECG', 'echo, BNP'], 'amber', 13),
    box(476, 280, 145, 84, ['Venous gas', 'haemoglobin'], 'amber', 13),
  ],
  'Four compartments of breathlessness',
);

save(
  'syncope-path',
  440,
  [
    box(210, 16, 220, 56, ['Collapse, full recovery', 'history, ECG, pressures'], 'blue', 14),
    link(320, 72, 320, 104),
    box(210, 108, 220, 62, ['Exertion, supine, no warning?', 'abnormal ECG or murmur?'], 'amber', 14),
    link(210, 140, 150, 196, 'yes', [-34, -4]),
    link(430, 140, 490, 196, 'no', [10, -4]),
    box(30, 200, 230, 62, ['High risk', 'monitor, echo, admit'], 'red', 15),
    box(380, 200, 230, 62, ['Typical prodrome and trigger?'], 'amber', 14),
    link(440, 262, 400, 318, 'yes', [-36, 0]),
    link(550, 262, 560, 318, 'no', [10, 2]),
    box(300, 322, 150, 74, ['Reflex', 'explain, go home'], 'green', 15),
    box(470, 322, 150, 74, ['Unexplained', 'pressure, drugs,', 'longer monitor'], 'plain', 15),
    link(145, 262, 145, 318),
    box(50, 322, 190, 74, ['Pacing, ablation,', 'valve, defibrillator'], 'plain', 15),
  ],
  'From the collapse to the decision',
);

save(
  'kidney-places',
  330,
  [
    box(20, 30, 185, 70, ['Before the kidney', 'volume, pump, vessels'], 'blue', 13),
    box(228, 30, 185, 70, ['In the kidney', 'tubule, glomerulus'], 'amber', 13),
    box(436, 30, 185, 70, ['Behind the kidney', 'stone, prostate, tumour'], 'red', 13),
    link(112, 100, 112, 140),
    link(320, 100, 320, 140),
    link(528, 100, 528, 140),
    box(20, 144, 185, 70, ['Pressure, veins, weight', 'urine sodium'], 'plain', 13),
    box(228, 144, 185, 70, ['Dipstick, microscope', 'drug chart'], 'plain', 13),
    box(436, 144, 185, 70, ['Bladder scan', 'ultrasound'], 'plain', 13),
    link(112, 214, 112, 250),
    link(320, 214, 320, 250),
    link(528, 214, 528, 250),
    box(20, 254, 185, 54, ['Fluid, or less of it'], 'green', 13),
    box(228, 254, 185, 54, ['Stop drugs, call'], 'green', 13),
    box(436, 254, 185, 54, ['Drain'], 'green', 13),
  ],
  'Three places of kidney injury',
);

chart('sodium-course', 'Courses of correction', {
  xl: 'Hours of treatment',
  yl: 'Sodium (mmol/L)',
  x: [0, 48],
  y: [106, 136],
  xt: range(0, 48, 8),
  yt: range(106, 136, 5),
  extra: (X, Y, { left, w }) => [
    line(left, Y(118), X(24), Y(118), { stroke: ink.red, dash: '6 5' }),
    line(X(24), Y(118), X(24), Y(126), { stroke: ink.red, dash: '6 5' }),
    line(X(24), Y(126), left + w, Y(126), { stroke: ink.red, dash: '6 5' }),
    text(X(15), Y(118.9), 'limit, high risk', { size: 14, fill: ink.red }),
  ],
  curves: [
    {
      points: [
        [0, 110],
        [2, 115],
        [24, 116],
        [48, 122],
      ],
      colour: ink.green,
      label: [30, 116.4, 'Planned'],
    },
    {
      points: [
        [0, 110],
        [3, 114],
        [8, 120],
        [14, 127],
        [24, 133],
        [48, 135],
      ],
      colour: ink.red,
      label: [9, 130, 'The kidney lets go'],
    },
    {
      points: [
        [0, 110],
        [3, 115],
        [7, 118.5],
        [12, 117],
        [24, 117],
        [48, 123],
      ],
      colour: ink.steel,
      dash: '8 6',
      label: [33, 124.4, 'Desmopressin at 7 h'],
    },
  ],
});

bars('potassium-treatments', 'Onset and duration of treatments', {
  rows: [
    ['Calcium', [3, 60]],
    ['Insulin and glucose', [15, 300, 1]],
    ['Salbutamol', [30, 180, 1]],
    ['Zirconium cyclosilicate', [60, 1440, 2]],
    ['Patiromer', [420, 1440, 2]],
    ['Haemodialysis', [10, 240, 2]],
  ],
  x: [1, 1440],
  xt: [3, 15, 60, 360, 1440],
  format: (v) => (v < 60 ? `${v} min` : `${v / 60} h`),
  scale: Math.log,
  xl: 'Time after the dose (logarithmic)',
  colours: [ink.red, ink.amber, ink.steel],
  label: 225,
  notes: ['Red protects the heart, amber moves potassium, blue removes it.'],
});

bars('sepsis-hours', 'The first six hours of sepsis', {
  rows: [
    ['Lactate', [0, 0.5], [2, 2.5], [4, 4.5]],
    ['Cultures, antibiotic', [0.1, 1, 1]],
    ['Fluid in boluses', [0.2, 3, 2]],
    ['Noradrenaline if low', [0.7, 6, 3]],
    ['Imaging of the source', [0.8, 2.6, 4]],
    ['Source control', [3, 6, 4]],
    ['Refill, urine, mind', [0, 6, 5]],
  ],
  x: [0, 6],
  xt: range(0, 6, 1),
  xl: 'Hours since suspicion',
  colours: [ink.amber, ink.red, ink.steel, ink.navy, ink.green, C.line],
  label: 225,
});

fields('anaemia-fields', 'Cell volume and reticulocytes', {
  xl: 'Mean cell volume',
  yl: 'Reticulocytes',
  ends: [
    [0.16, 'below 80 fL'],
    [0.5, '80 to 100'],
    [0.84, 'above 100'],
  ],
  cells: [
    [
      0,
      0,
      1,
      0.42,
      [
        'High: bleeding or haemolysis',
        'film, bilirubin, LDH, haptoglobin,',
        'antiglobulin test; look at the stool',
      ],
      'red',
    ],
    [0, 0.42, 0.33, 0.58, ['Small', 'iron deficiency', 'thalassaemia', 'inflammation'], 'blue'],
    [0.33, 0.42, 0.34, 0.58, ['Normal', 'kidney', 'inflammation', 'marrow, mixed'], 'plain'],
    [0.67, 0.42, 0.33, 0.58, ['Large', 'B12, folate', 'alcohol, drugs', 'marrow'], 'amber'],
  ],
});

fields('liver-patterns', 'Patterns of liver injury', {
  xl: 'Alkaline phosphatase, times the limit',
  yl: 'ALT, times the limit',
  ends: [
    [0.16, '1'],
    [0.5, '3'],
    [0.84, '10'],
  ],
  cells: [
    [0, 0, 0.42, 0.34, ['Above 50', 'paracetamol, viral,', 'ischaemia'], 'red'],
    [0, 0.34, 0.42, 0.36, ['Hepatocellular', 'R 5 or more'], 'amber'],
    [0.42, 0, 0.58, 0.45, ['Mixed', 'R between 2 and 5', 'drugs, stone in transit'], 'plain'],
    [0.42, 0.45, 0.58, 0.55, ['Cholestatic', 'R 2 or less', 'scan the ducts first'], 'blue'],
    [0, 0.7, 0.42, 0.3, ['Normal enzymes', 'Gilbert, haemolysis'], 'green'],
  ],
});

chart('delirium-threshold', 'Threshold of delirium', {
  xl: 'Frailty of the brain',
  yl: 'Insult needed',
  x: [0, 10],
  y: [0, 10],
  xt: [],
  yt: [],
  yGap: 20,
  extra: (X, Y) => [
    text(X(0.4), Y(9.2), 'septic shock', { size: 15 }),
    text(X(2.6), Y(6.7), 'major surgery', { size: 15 }),
    text(X(4.7), Y(4.8), 'pneumonia', { size: 15 }),
    text(X(6.2), Y(3.7), 'a new opioid', { size: 15 }),
    text(X(8), Y(2.75), 'constipation, a new ward', { size: 15, anchor: 'middle' }),
    text(X(7.6), Y(8), 'Delirium', { size: 22, weight: 600, fill: ink.red, anchor: 'middle' }),
    text(X(1.6), Y(2.4), 'Clear', { size: 22, weight: 600, fill: ink.green, anchor: 'middle' }),
  ],
  curves: [{ f: (x) => 9 * Math.exp(-x / 5.2), colour: ink.navy }],
});

chart('headache-onset', 'How headaches begin', {
  xl: '',
  yl: 'Intensity',
  x: [0, 6],
  y: [0, 10.5],
  xt: [],
  yt: [0, 5, 10],
  extra: (X, _Y, { left, top, w, h }) =>
    [
      ['1 s', 0.3],
      ['1 min', 1.5],
      ['1 h', 2.9],
      ['1 day', 4.1],
      ['1 week', 5.1],
    ].map(([words, at], index) => [
      line(X(at), top, X(at), top + h, { stroke: C.line, sw: 1, dash: '3 5' }),
      text(X(at), top + h + 22, words, { size: 14, anchor: 'middle' }),
      index > 0
        ? ''
        : text(left + w / 2, top + h + 54, 'Time (logarithmic)', { size: 17, anchor: 'middle', fill: C.mid }),
    ]),
  curves: [
    { f: (x) => 9.7 * rise(0.25, 0.22)(x), colour: ink.red, label: [0.7, 8.1, 'Subarachnoid blood'] },
    { f: (x) => 7.5 * bell(3.4, 0.9, 3)(x), colour: ink.steel, label: [3.4, 7.9, 'Migraine', 'middle'] },
    { f: (x) => 8.5 * rise(3.0, 1.1)(x), colour: ink.amber, label: [4.75, 8.1, 'Meningitis'] },
    { f: (x) => 6 * rise(4.0, 1.4)(x), colour: ink.green, label: [5.05, 2.2, 'Mass'] },
  ],
});

bars('stroke-windows', 'Windows for reperfusion', {
  rows: [
    ['Thrombolysis', [0, 4.5]],
    ['by perfusion or MRI', [4.5, 9, 1]],
    ['Thrombectomy, anterior', [0, 6]],
    ['by imaging selection', [6, 24, 1]],
    ['Basilar thrombectomy', [0, 24]],
  ],
  x: [0, 24],
  xt: [0, 4.5, 9, 16, 24],
  xl: 'Hours since last seen well',
  colours: [ink.navy, ink.amber],
  label: 225,
});

chart('dka-course', 'A well-treated ketoacidosis', {
  xl: 'Hours of treatment',
  yl: 'mmol/L',
  x: [0, 18],
  y: [0, 32],
  xt: range(0, 18, 3),
  yt: range(0, 32, 8),
  extra: (_X, Y, { left, w }) => [
    line(left, Y(14), left + w, Y(14), { stroke: ink.amber, dash: '4 5', sw: 1.4 }),
    text(left + w - 4, Y(14.6), 'add glucose below 14', { size: 14, anchor: 'end', fill: ink.amber }),
  ],
  curves: [
    { f: (t) => 11 + 19 * Math.exp(-t / 3.6), colour: ink.amber, label: [2.2, 23.4, 'Glucose'] },
    { f: (t) => 22 - 15 * Math.exp(-t / 7), colour: ink.steel, label: [12.4, 21.6, 'Bicarbonate'] },
    { f: (t) => Math.max(0.4, 6.5 - 0.5 * t), colour: ink.red, label: [7.4, 4.4, 'Ketones'] },
  ],
});

fields('thyroid-fields', 'TSH and free thyroxine', {
  xl: 'Free thyroxine',
  yl: 'TSH (logarithmic)',
  ends: [
    [0.16, 'low'],
    [0.5, 'normal'],
    [0.84, 'high'],
  ],
  cells: [
    [0, 0, 0.34, 0.36, ['Primary', 'hypothyroidism'], 'blue'],
    [0.34, 0, 0.33, 0.36, ['Subclinical', 'or recovery'], 'plain'],
    [0.67, 0, 0.33, 0.36, ['Interference', 'TSH-oma'], 'plain'],
    [0, 0.36, 0.34, 0.64, ['Pituitary', 'or severe illness'], 'amber'],
    [0.34, 0.36, 0.33, 0.32, ['Healthy'], 'green'],
    [0.34, 0.68, 0.33, 0.32, ['Subclinical', 'or T3 toxicosis'], 'plain'],
    [0.67, 0.36, 0.33, 0.64, ['Thyrotoxicosis', 'synthesis, leak', 'or tablets'], 'red'],
  ],
});

save(
  'bleeding-roads',
  400,
  [
    box(210, 16, 220, 60, ['Haematemesis, melaena', 'resuscitate, score'], 'blue', 13),
    link(250, 76, 110, 130, 'score 0 to 1', [-104, 0]),
    link(320, 76, 320, 130),
    link(390, 76, 530, 130, 'liver disease', [14, 0]),
    box(20, 134, 180, 70, ['Home', 'endoscopy within days'], 'green', 13),
    box(230, 134, 180, 70, ['Ulcer likely', 'PPI, erythromycin'], 'amber', 13),
    box(440, 134, 180, 70, ['Varices likely', 'terlipressin, ceftriaxone'], 'red', 13),
    link(320, 204, 320, 244),
    link(530, 204, 530, 244),
    box(230, 248, 180, 54, ['Endoscopy within 24 h'], 'plain', 13),
    box(440, 248, 180, 54, ['Endoscopy within 12 h'], 'plain', 13),
    link(320, 302, 320, 334),
    link(530, 302, 530, 334),
    box(230, 338, 180, 46, ['Again, embolise, operate'], 'plain', 13),
    box(440, 338, 180, 46, ['Early or rescue TIPS'], 'plain', 13),
  ],
  'Three roads from haematemesis',
);

save(
  'embolism-path',
  420,
  [
    box(210, 16, 220, 56, ['Embolism suspected', 'shock?'], 'blue', 15),
    link(210, 44, 150, 90, 'yes', [-34, -2]),
    link(320, 72, 320, 106, 'no', [8, 4]),
    box(20, 94, 170, 70, ['Echo or CT now', 'heparin, lysis'], 'red', 15),
    box(210, 110, 220, 54, ['Wells score'], 'amber', 15),
    link(270, 164, 210, 214, '4 or less', [-80, 0]),
    link(380, 164, 470, 214, 'above 4', [12, 0]),
    box(110, 218, 190, 54, ['D-dimer, by age'], 'plain', 15),
    box(390, 218, 190, 54, ['CT angiography'], 'plain', 15),
    link(160, 272, 130, 330, 'low', [-36, 0]),
    link(300, 245, 386, 245, 'high', [-18, -8]),
    box(40, 334, 170, 54, ['Excluded'], 'green', 15),
    link(480, 272, 480, 330, 'clot', [8, 4]),
    box(390, 334, 190, 54, ['Treat, grade the risk'], 'red', 15),
  ],
  'From probability to image',
);

fields('heart-profiles', 'Four profiles of heart failure', {
  xl: 'Congestion',
  yl: 'Perfusion',
  ends: [
    [0.25, 'dry'],
    [0.75, 'wet'],
  ],
  cells: [
    [0, 0, 0.5, 0.5, ['Warm and dry', 'compensated', 'tune the tablets'], 'green'],
    [0.5, 0, 0.5, 0.5, ['Warm and wet', 'diuretic; nitrate if', 'pressure is high'], 'blue'],
    [0, 0.5, 0.5, 0.5, ['Cold and dry', 'careful fluid', 'doubt the diagnosis'], 'plain'],
    [0.5, 0.5, 0.5, 0.5, ['Cold and wet', 'shock team', 'pressor, inotrope'], 'red'],
  ],
});

chart('niv-course', 'pH during mask ventilation', {
  xl: 'Hours of ventilation',
  yl: 'pH',
  x: [0, 12],
  y: [7.1, 7.4],
  xt: range(0, 12, 2),
  yt: [7.1, 7.2, 7.3, 7.4],
  extra: (_X, Y, { left, w }) => [line(left, Y(7.25), left + w, Y(7.25), { stroke: C.line, dash: '4 5' })],
  curves: [
    { f: (t) => 7.24 + 0.13 * rise(0, 3)(t), colour: ink.green, label: [7, 7.37, 'Responds'] },
    {
      f: (t) => 7.24 + 0.05 * bell(1.5, 1.8)(t) - 0.004 * t,
      colour: ink.amber,
      label: [6.4, 7.225, 'Leak, or wrong oxygen'],
    },
    {
      points: [
        [0, 7.22],
        [1, 7.2],
        [2, 7.17],
        [3, 7.14],
      ],
      colour: ink.red,
      label: [3.3, 7.135, 'Fails: intubate, or comfort as agreed'],
    },
  ],
});

chart('curb-mortality', 'Mortality by CURB-65', {
  xl: 'CURB-65',
  yl: 'Deaths in 30 days (per cent)',
  x: [-0.6, 5.6],
  y: [0, 60],
  xt: range(0, 5, 1),
  yt: range(0, 60, 20),
  extra: (X, Y) =>
    [0.7, 2.1, 9.2, 14.5, 40, 57].map((v, at) => [
      rect(X(at) - 28, Y(v), 56, Y(0) - Y(v), {
        fill: [ink.green, ink.green, ink.amber, ink.red, ink.red, ink.red][at],
        rx: 2,
      }),
      text(X(at), Y(v) - 8, v, { size: 15, anchor: 'middle' }),
    ]),
});

bars('incubations', 'Incubation periods', {
  rows: [
    ['Dengue', [3, 4], [4, 8, 1], [8, 14]],
    ['Rickettsia', [3, 5], [5, 9, 1], [9, 14]],
    ['Falciparum malaria', [7, 9], [9, 28, 1], [28, 90]],
    ['Typhoid', [5, 8], [8, 18, 1], [18, 40]],
    ['Leptospirosis', [3, 5], [5, 14, 1], [14, 28]],
    ['Hepatitis A', [15, 25], [25, 35, 1], [35, 50]],
    ['Schistosomiasis, acute', [14, 28], [28, 56, 1], [56, 84]],
    ['Vivax malaria', [10, 14], [14, 180, 1], [180, 360]],
  ],
  x: [2, 360],
  xt: [3, 7, 14, 30, 90, 360],
  scale: Math.log,
  xl: 'Days after exposure (logarithmic)',
  colours: ['#c3d2e0', ink.navy],
  label: 225,
});

chart('stroke-score', 'Stroke rate by score', {
  xl: 'CHA2DS2-VA score',
  yl: 'Strokes per 100 patient years',
  x: [-0.6, 6.6],
  y: [0, 12],
  xt: range(0, 6, 1),
  yt: range(0, 12, 3),
  extra: (X, Y) =>
    [0.4, 0.9, 2.2, 3.7, 5.5, 8, 10].map((v, at) => [
      rect(X(at) - 24, Y(v), 48, Y(0) - Y(v), {
        fill: at < 1 ? ink.green : at < 2 ? ink.amber : ink.red,
        rx: 2,
      }),
      text(X(at), Y(v) - 8, v, { size: 15, anchor: 'middle' }),
    ]),
});

bars('status-clock', 'Status epilepticus against the clock', {
  rows: [
    ['Position, oxygen, glucose', [0, 5, 3]],
    ['Benzodiazepine, full dose', [5, 10]],
    ['Benzodiazepine again', [10, 15]],
    ['Second drug, loading', [15, 30, 1]],
    ['Intubation, anaesthetic', [30, 60, 2]],
    ['Cause: gas, drugs, CT', [5, 60, 3]],
  ],
  x: [0, 60],
  xt: [0, 5, 10, 15, 30, 45, 60],
  xl: 'Minutes',
  colours: [ink.amber, ink.steel, ink.red, '#c3cbd2'],
  label: 235,
});

chart('paracetamol-line', 'Treatment line for paracetamol', {
  xl: 'Hours after ingestion',
  yl: 'Paracetamol (mg/L)',
  x: [0, 24],
  y: [0, 200],
  xt: range(0, 24, 4),
  yt: range(0, 200, 50),
  extra: (X, Y, { left, top, h }) => [
    rect(left, top, X(4) - left, h, { fill: C.wash, rx: 0 }),
    text((left + X(4)) / 2, top + 26, ['cannot', 'be read'], { size: 14, anchor: 'middle', fill: C.mid }),
    text(X(14), Y(120), 'treat', { size: 19, weight: 600, fill: ink.red }),
    text(X(4.4), Y(12), 'no treatment', { size: 17, weight: 600, fill: ink.green }),
  ],
  curves: [
    {
      points: range(4, 24, 0.5).map((t) => [t, 100 * 2 ** (-(t - 4) / 4)]),
      colour: ink.red,
      label: [4.4, 40, 'line from 100'],
    },
    {
      points: range(4, 24, 0.5).map((t) => [t, 150 * 2 ** (-(t - 4) / 4)]),
      colour: ink.steel,
      dash: '8 6',
      label: [5.2, 146, 'line from 150'],
    },
  ],
});

fields('calcium-fields', 'Calcium and parathyroid hormone', {
  xl: 'Calcium',
  yl: 'Parathyroid hormone',
  ends: [
    [0.25, 'low'],
    [0.75, 'high'],
  ],
  cells: [
    [0, 0, 0.5, 0.5, ['PTH high, calcium low', 'vitamin D deficiency', 'kidney failure'], 'amber'],
    [
      0.5,
      0,
      0.5,
      0.5,
      ['PTH high, calcium high', 'primary hyperparathyroidism', 'familial form, lithium'],
      'blue',
    ],
    [0, 0.5, 0.5, 0.5, ['PTH low, calcium low', 'after surgery', 'low magnesium'], 'plain'],
    [0.5, 0.5, 0.5, 0.5, ['PTH low, calcium high', 'cancer, vitamin D,', 'granuloma'], 'red'],
  ],
});

bars('recurrence', 'Recurrence of C. difficile', {
  rows: [
    ['First episode', [15, 25]],
    ['First recurrence', [35, 45, 1]],
    ['Second recurrence', [50, 65, 2]],
  ],
  x: [0, 80],
  xt: range(0, 80, 20),
  xl: 'Patients with a further recurrence (per cent)',
  colours: [ink.green, ink.amber, ink.red],
  label: 225,
});

chart('reserve', 'Reserve in a fit and a frail person', {
  xl: 'Weeks',
  yl: 'Function',
  x: [0, 16],
  y: [0, 10],
  xt: range(0, 16, 4),
  yt: [],
  yGap: 20,
  extra: (X, Y, { left, w, top, h }) => [
    line(left, Y(4), left + w, Y(4), { stroke: ink.red, dash: '5 5' }),
    text(left + w - 4, Y(4.25), 'needs help below this line', { size: 14, anchor: 'end', fill: ink.red }),
    line(X(3), top, X(3), top + h, { stroke: C.line, dash: '3 5' }),
    text(X(3.2), Y(0.5), 'urinary infection', { size: 14, fill: C.mid }),
  ],
  curves: [
    {
      points: [
        [0, 9],
        [3, 9],
        [4, 7.6],
        [6, 8.6],
        [8, 9],
        [16, 9],
      ],
      colour: ink.green,
      label: [9, 9.35, 'Fit'],
    },
    {
      points: [
        [0, 5.2],
        [3, 5.2],
        [4, 2],
        [7, 2.6],
        [11, 3.3],
        [16, 3.4],
      ],
      colour: ink.navy,
      label: [10, 1.9, 'Frail'],
    },
  ],
});

bars('pancreas-phases', 'The course of pancreatitis', {
  rows: [
    ['Pain, vomiting', [0, 6]],
    ['Organ failure, early', [0.5, 8, 1]],
    ['Feeding', [1, 42, 3]],
    ['Necrosis visible on CT', [4, 42, 2]],
    ['Infection of necrosis', [14, 42, 1]],
    ['Drainage, if needed', [28, 42, 4]],
  ],
  x: [0, 42],
  xt: [0, 7, 14, 21, 28, 35, 42],
  xl: 'Days since onset',
  colours: [ink.amber, ink.red, ink.steel, ink.green, ink.navy],
});

save(
  'red-leg',
  420,
  [
    box(210, 16, 220, 54, ['Red, swollen leg'], 'blue', 15),
    link(320, 70, 320, 100),
    box(190, 104, 260, 60, ['Pain out of proportion, blisters,', 'numbness, shock?'], 'red', 13),
    link(450, 134, 500, 134, 'yes', [-14, -8]),
    box(504, 104, 120, 60, ['Surgeon', 'now'], 'red', 14),
    link(320, 164, 320, 198, 'no', [8, 4]),
    box(190, 202, 260, 60, ['Both legs, or pale when', 'raised for two minutes?'], 'amber', 13),
    link(450, 232, 500, 232, 'yes', [-14, -8]),
    box(504, 202, 120, 60, ['Stasis', 'compression'], 'green', 13),
    link(320, 262, 320, 296, 'no', [8, 4]),
    box(190, 300, 260, 60, ['Calf 3 cm larger,', 'recent clot or cancer?'], 'amber', 13),
    link(450, 330, 500, 330, 'yes', [-14, -8]),
    box(504, 300, 120, 60, ['Ultrasound', 'of the veins'], 'plain', 13),
    link(190, 330, 150, 330, 'no', [-4, -8]),
    box(16, 300, 130, 60, ['Cellulitis', 'antibiotic, pen'], 'green', 13),
  ],
  'Three questions for the red leg',
);
