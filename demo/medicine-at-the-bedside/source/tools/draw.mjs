/** Charts, bars, fields and paths in the manner of this book. */
import {
  arrow,
  axes,
  C,
  card,
  curve,
  line,
  path,
  rect,
  save as saveTo,
  svg,
  text,
} from '../../../ecg-in-practice/source/tools/svg.mjs';

export const ink = {
  navy: '#1f3b57',
  steel: '#4a6f94',
  pale: '#e4ecf4',
  amber: '#c08a2b',
  amberPale: '#f6ead2',
  red: '#9a3838',
  redPale: '#f3dfdc',
  green: '#3f7256',
  greenPale: '#e0ede5',
  grey: C.mid,
};
export const save = (name, height, body, title) =>
  saveTo(import.meta.url, name, svg(640, height, body, title));
export const range = (from, to, step) =>
  Array.from({ length: Math.floor((to - from) / step + 1e-9) + 1 }, (_, index) => from + index * step);

/**
 * A chart with named curves: `{ f | points, colour, label: [x, y, words], dash }`.
 * @param {string} name
 * @param {string} title
 * @param {any} options
 */
export function chart(
  name,
  title,
  { xl, yl, x, y, xt, yt, height = 380, curves = [], extra = () => [], yGap = 58 },
) {
  const [left, top, w, h] = [92, 30, 510, height - 110];
  const X = (value) => left + ((value - x[0]) / (x[1] - x[0])) * w;
  const Y = (value) => top + h - ((value - y[0]) / (y[1] - y[0])) * h;
  save(
    name,
    height,
    [
      extra(X, Y, { left, top, w, h }),
      axes({ x: left, y: top, w, h, X, Y, xt, yt, xl, yl, yGap }),
      curves.map(({ f, points, colour, label, dash = '', sw = 4 }) => [
        path(
          curve(
            (points ?? range(x[0], x[1], (x[1] - x[0]) / 90).map((at) => [at, f(at)])).map(([a, b]) => [
              X(a),
              Y(b),
            ]),
          ),
          {
            stroke: colour,
            sw,
            dash,
          },
        ),
        label
          ? text(X(label[0]), Y(label[1]), label[2], {
              size: 16,
              weight: 600,
              fill: colour,
              anchor: label[3] ?? 'start',
              halo: true,
            })
          : '',
      ]),
    ],
    title,
  );
}

/**
 * Horizontal bars on a scale: rows of `[name, [from, to, kind] ...]`.
 * @param {string} name
 * @param {string} title
 * @param {any} options
 */
export function bars(
  name,
  title,
  { rows, x, xt, xl, label = 225, colours, scale = (v) => v, format = (v) => v, notes = [] },
) {
  const [top, step, w] = [24, 44, 600 - label];
  const X = (value) => label + ((scale(value) - scale(x[0])) / (scale(x[1]) - scale(x[0]))) * w;
  const bottom = top + rows.length * step;
  save(
    name,
    bottom + 74 + notes.length * 22,
    [
      xt.map((v) => [
        line(X(v), top - 6, X(v), bottom, { stroke: C.line, sw: 1, dash: '3 5' }),
        text(X(v), bottom + 24, format(v), { size: 15, anchor: 'middle' }),
      ]),
      rows.map(([words, ...pieces], index) => [
        text(label - 14, top + index * step + 22, words, { size: 15, anchor: 'end' }),
        pieces.map(([from, to, kind = 0]) =>
          rect(X(from), top + index * step + 4, X(to) - X(from), 25, { fill: colours[kind], rx: 3 }),
        ),
      ]),
      line(label, bottom, 600, bottom, { sw: 1.4 }),
      text(label + w / 2, bottom + 52, xl, { size: 16, anchor: 'middle', fill: C.mid }),
      notes.map((words, index) => text(30, bottom + 78 + index * 22, words, { size: 14, fill: C.mid })),
    ],
    title,
  );
}

const looks = {
  plain: [C.wash, C.line],
  blue: [ink.pale, ink.steel],
  amber: [ink.amberPale, ink.amber],
  red: [ink.redPale, ink.red],
  green: [ink.greenPale, ink.green],
};
export const box = (x, y, w, h, rows, look = 'plain', size = 16) =>
  card(x, y, w, h, rows, { fill: looks[look][0], stroke: looks[look][1], size });
/** @type {(x1: number, y1: number, x2: number, y2: number, words?: string, at?: number[]) => string[]} */
export const link = (x1, y1, x2, y2, words = '', at = [6, -6]) => [
  arrow(x1, y1, x2, y2, { stroke: C.mid, sw: 2 }),
  words ? text((x1 + x2) / 2 + at[0], (y1 + y2) / 2 + at[1], words, { size: 15, fill: C.mid }) : '',
];

/**
 * Two axes with named fields: `[x, y, w, h, rows, look]` in shares of the square.
 * @param {string} name
 * @param {string} title
 * @param {any} options
 */
export function fields(name, title, { xl, yl, cells, ends = [] }) {
  const [left, top, w, h] = [70, 20, 550, 340];
  save(
    name,
    430,
    [
      cells.map(([x, y, cw, ch, rows, look]) =>
        box(left + x * w + 5, top + y * h + 5, cw * w - 10, ch * h - 10, rows, look, 16),
      ),
      arrow(left, top + h, left + w, top + h, { sw: 1.6 }),
      arrow(left, top + h, left, top, { sw: 1.6 }),
      text(left + w / 2, top + h + 44, xl, { size: 17, anchor: 'middle', fill: C.mid }),
      text(left - 34, top + h / 2, yl, { size: 17, anchor: 'middle', fill: C.mid, rotate: -90 }),
      ends.map(([share, words]) =>
        text(left + share * w, top + h + 22, words, { size: 15, anchor: 'middle' }),
      ),
    ],
    title,
  );
}
