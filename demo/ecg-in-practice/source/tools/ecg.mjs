/**
 * Synthetic electrocardiograms. A beat is a list of components per lead (times in ms from the onset of the
 * QRS, or of the P wave for `p`; amplitudes in mV). Limb leads are projections of frontal vectors, so that
 * Einthoven's law (II = I + III) holds in every drawing.
 */
import { C, curve, line, path, rect, text } from './svg.mjs';

const sig = (x) => 1 / (1 + Math.exp(-x));
/** [t, sigma, amp] | [t, sigmaLeft, sigmaRight, amp] | {from, to, a, b, r}: a plateau sloping from a to b. */
export function value(list, t) {
  let y = 0;
  for (const c of list) {
    if (Array.isArray(c)) {
      const [t0, sl, sr, amp] = c.length === 3 ? [c[0], c[1], c[1], c[2]] : c;
      const d = (t - t0) / (t < t0 ? sl : sr);
      if (Math.abs(d) < 5) y += amp * Math.exp(-0.5 * d * d);
    } else {
      const r = c.r ?? 5;
      const w = sig((t - c.from) / r) - sig((t - c.to) / (c.r2 ?? 16));
      const f = Math.min(1, Math.max(0, (t - c.from) / (c.to - c.from)));
      y += w * (c.a + ((c.b ?? c.a) - c.a) * f);
    }
  }
  return y;
}
const LIMB = { I: 0, II: 60, III: 120, aVF: 90, aVL: -30, aVR: -150 };
export const CHEST = ['V1', 'V2', 'V3', 'V4', 'V5', 'V6'];
const rad = (d) => (d * Math.PI) / 180;
/** Frontal vectors [t, sl, sr, magnitude, angle] or {from,to,a,b,angle} seen by a limb lead. */
export function project(vectors, lead) {
  const k = lead.startsWith('aV') ? 0.866 : 1;
  return vectors.map((v) => {
    if (Array.isArray(v)) {
      const [t, sl, sr, m, a] = v;
      return [t, sl, sr, m * k * Math.cos(rad(a - LIMB[lead]))];
    }
    const f = k * Math.cos(rad(v.angle - LIMB[lead]));
    return { ...v, a: v.a * f, b: (v.b ?? v.a) * f };
  });
}
export function normal(over = {}) {
  return {
    pr: 160,
    p: [[50, 22, 22, 0.15, 55]],
    pv: {
      V1: [
        [36, 14, 0.06],
        [66, 15, -0.045],
      ],
      V2: [[48, 20, 0.07]],
      V3: [[50, 20, 0.06]],
      V4: [[50, 20, 0.06]],
      V5: [[50, 20, 0.06]],
      V6: [[50, 20, 0.06]],
    },
    q: [
      [13, 6, 6, 0.11, -165],
      [40, 10.5, 10.5, 1.1, 50],
      [65, 8, 8, 0.22, -105],
      [285, 58, 38, 0.3, 42],
    ],
    v: {
      V1: [
        [19, 7, 0.28],
        [46, 10, -0.95],
        [290, 55, 38, 0.04],
      ],
      V2: [
        [22, 8, 0.45],
        [49, 10, -1.25],
        [285, 58, 38, 0.36],
      ],
      V3: [
        [28, 9, 0.85],
        [54, 10, -0.8],
        [285, 58, 38, 0.42],
      ],
      V4: [
        [12, 5, -0.05],
        [37, 10, 1.3],
        [60, 9, -0.5],
        [285, 58, 38, 0.42],
      ],
      V5: [
        [12, 5, -0.09],
        [39, 10, 1.3],
        [62, 8, -0.22],
        [285, 58, 38, 0.36],
      ],
      V6: [
        [12, 5, -0.1],
        [40, 10, 1.1],
        [63, 8, -0.07],
        [285, 58, 38, 0.27],
      ],
    },
    ...over,
  };
}
export const leadBeat = (m, lead) => (LIMB[lead] === undefined ? m.v[lead] : project(m.q, lead));
export const leadP = (m, lead) => (LIMB[lead] === undefined ? m.pv[lead] : project(m.p, lead));

/** A signal from beats [{at, list}] (at = ms) plus an optional background. */
export function signal(events, background) {
  return (t) => {
    let y = background ? background(t) : 0;
    for (const e of events) if (t > e.at - 250 && t < e.at + 900) y += value(e.list, t - e.at);
    return y;
  };
}
export function rand(seed) {
  let a = seed >>> 0;
  return () => {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
/** Coarse to fine fibrillatory waves. */
export function fibrillation(seed, amp, low = 5, high = 8.5, count = 5) {
  const r = rand(seed);
  const parts = Array.from({ length: count }, () => [
    low + r() * (high - low),
    r() * 6.28,
    0.5 + r() * 0.7,
    0.3 + r() * 0.5,
    r() * 6.28,
  ]);
  return (t) => {
    const s = t / 1000;
    return (
      (amp / Math.sqrt(count)) *
      parts.reduce(
        (y, [f, p, a, fm, pm]) => y + a * Math.sin(6.283 * f * s + p + 1.3 * Math.sin(6.283 * fm * s + pm)),
        0,
      )
    );
  };
}
/** Typical flutter in an inferior lead: slow descent, steeper descent, sharp rise. */
export const sawtooth =
  (period, amp, phase = 0) =>
  (t) => {
    const x = ((((t + phase) / period) % 1) + 1) % 1;
    const y =
      x < 0.45
        ? 0.5 - x * 0.75
        : x < 0.72
          ? 0.1625 - ((x - 0.45) / 0.27) * 0.6625
          : -0.5 + ((x - 0.72) / 0.28) * 1;
    return amp * (y + 0.06 * Math.sin(6.283 * x));
  };

export const GRID = { minor: '#f0ddd6', major: '#dfb9ae', paper: '#fffaf6' };
/** ECG paper, `px` pixels a millimetre. */
export function paper(x, y, wmm, hmm, px) {
  const w = wmm * px;
  const h = hmm * px;
  let minor = '';
  let major = '';
  for (let i = 0; i <= wmm; i++) {
    const d = `M${+(x + i * px).toFixed(1)} ${y}v${h}`;
    if (i % 5) minor += d;
    else major += d;
  }
  for (let i = 0; i <= hmm; i++) {
    const d = `M${x} ${+(y + i * px).toFixed(1)}h${w}`;
    if (i % 5) minor += d;
    else major += d;
  }
  return `${rect(x, y, w, h, { fill: GRID.paper, rx: 0 })}<path d="${minor}" stroke="${GRID.minor}" stroke-width="0.8" fill="none"/><path d="${major}" stroke="${GRID.major}" stroke-width="1.1" fill="none"/>`;
}
export function trace(x0, base, px, from, to, sigf, { step = 3, sw = 2, stroke = C.ink, mv = 10 } = {}) {
  const pts = [];
  for (let t = from; t <= to; t += step) pts.push([x0 + ((t - from) / 40) * px, base - sigf(t) * mv * px]);
  return path(curve(pts), { sw, stroke });
}
/** One rhythm strip with its label; gives back the body and the scale for annotations. */
export function strip({
  x = 30,
  y,
  wmm = 140,
  hmm = 20,
  px = 6,
  up = 13,
  label,
  lead,
  sigf,
  from = 0,
  noise = true,
  sw = 2,
}) {
  const base = y + up * px;
  const to = from + wmm * 40;
  const wob = noise ? (t) => sigf(t) + 0.012 * Math.sin(t / 310) + 0.008 * Math.sin(t / 97) : sigf;
  return {
    body: [
      paper(x, y, wmm, hmm, px),
      trace(x, base, px, from, to, wob, { sw }),
      label ? text(x, y - 9, label, { size: 18, weight: 600 }) : '',
      lead ? text(x + 8, y + 20, lead, { size: 17, weight: 600, halo: GRID.paper, fill: C.petrol }) : '',
    ],
    X: (t) => x + ((t - from) / 40) * px,
    Y: (mv) => base - mv * 10 * px,
    y,
    bottom: y + hmm * px,
    right: x + wmm * px,
  };
}
/** A twelve-lead page: 3 rows of 4 columns of 2.5 s and a rhythm strip. */
export function twelve({
  m,
  rr = 800,
  first = 420,
  px = 3.44,
  x = 20,
  y = 40,
  row = 24,
  beats,
  rhythm = 'II',
  extra,
  heights,
}) {
  const grid = [
    ['I', 'aVR', 'V1', 'V4'],
    ['II', 'aVL', 'V2', 'V5'],
    ['III', 'aVF', 'V3', 'V6'],
  ];
  const times = beats ?? Array.from({ length: Math.ceil(10400 / rr) + 1 }, (_, i) => first + i * rr);
  const rows = heights ?? [29, row + 2, row + 2, row];
  const total = rows.reduce((a, b) => a + b, 0);
  const body = [paper(x, y, 250, total, px)];
  const lead = (name) => {
    const ev = [];
    for (const t of times) {
      ev.push({ at: t, list: leadBeat(m, name) });
      if (m.pr) ev.push({ at: t - m.pr, list: leadP(m, name) });
    }
    const s = signal(ev, extra?.(name));
    return (t) => s(t) + 0.008 * Math.sin(t / 270 + name.length);
  };
  let top = y;
  grid.forEach((names, r) => {
    const base = top + (rows[r] / 2 + 2.5) * px;
    names.forEach((name, c) => {
      const x0 = x + c * 62.5 * px;
      body.push(trace(x0, base, px, c * 2500, (c + 1) * 2500, lead(name), { sw: 1.5, step: 3 }));
      if (c)
        body.push(
          line(x0, base - 4 * px, x0, base - 2.2 * px, { sw: 1.2 }),
          line(x0, base + 2.2 * px, x0, base + 4 * px, { sw: 1.2 }),
        );
      body.push(text(x0 + 6, top + 18, name, { size: 16, weight: 600, fill: C.petrol, halo: GRID.paper }));
    });
    top += rows[r] * px;
  });
  const base = top + (rows[3] / 2 + 2) * px;
  body.push(trace(x, base, px, 0, 10000, lead(rhythm), { sw: 1.5, step: 3 }));
  body.push(text(x + 6, top + 18, rhythm, { size: 16, weight: 600, fill: C.petrol, halo: GRID.paper }));
  const bottom = y + total * px;
  body.push(text(x + 250 * px, bottom + 20, '25 mm/s   10 mm/mV', { size: 14, anchor: 'end', fill: C.mid }));
  return { body, bottom, height: bottom + 32 };
}
