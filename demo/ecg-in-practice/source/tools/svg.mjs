/** Small drawing helpers shared by the figure generators of the demo books. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const C = {
  ink: '#1b2a2f',
  petrol: '#0f5a63',
  ochre: '#c08a2b',
  oxblood: '#8a2f2f',
  mid: '#5d6867',
  line: '#b9b3a6',
  paper: '#ffffff',
  wash: '#f4f1ea',
  shade: '#e2ddd2',
  petrolPale: '#dbe8e8',
  ochrePale: '#f4e8d0',
  oxPale: '#f1dfdb',
};
export const FONT = "Inter, 'Noto Naskh Arabic', 'Noto Sans', 'Liberation Sans', Arial, sans-serif";
/** Arabic words are set from the right; a place named from the left stays where it is. */
const mirrored = { start: 'end', end: 'start', middle: 'middle' };

const n = (v) => String(Math.round(v * 10) / 10);
const esc = (s) => String(s).replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

export function svg(w, h, body, title = '') {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" font-family="${FONT}" role="img"><title>${esc(title)}</title><rect width="${w}" height="${h}" fill="${C.paper}"/>${[body].flat(9).join('')}</svg>\n`;
}
export function text(
  x,
  y,
  s,
  {
    size = 18,
    weight = 400,
    anchor = 'start',
    fill = C.ink,
    italic = false,
    rotate = 0,
    halo = /** @type {boolean | string} */ (false),
  } = {},
) {
  if (size < 20) size = Math.round(size * 1.1);
  const rows = Array.isArray(s) ? s : [s];
  const rtl = /[\u0600-\u06ff]/.test(rows.join(''));
  const direction = rtl ? ' direction="rtl"' : '';
  const t = rotate === 0 ? '' : ` transform="rotate(${rotate} ${n(x)} ${n(y)})"`;
  const halos = halo
    ? ` stroke="${halo === true ? C.paper : halo}" stroke-width="5" stroke-linejoin="round" paint-order="stroke"`
    : '';
  return rows
    .map(
      (row, i) =>
        `<text x="${n(x)}" y="${n(y + i * size * 1.28)}" font-size="${size}" font-weight="${weight}" text-anchor="${rtl ? mirrored[anchor] : anchor}"${direction} fill="${fill}"${italic ? ' font-style="italic"' : ''}${t}${halos}>${esc(row)}</text>`,
    )
    .join('');
}
export function rect(x, y, w, h, { fill = 'none', stroke = 'none', sw = 1.6, rx = 4, dash = '' } = {}) {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${rx}" fill="${fill}" stroke="${stroke}" stroke-width="${sw}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
}
export function line(x1, y1, x2, y2, { stroke = C.ink, sw = 1.8, dash = '' } = {}) {
  return `<line x1="${n(x1)}" y1="${n(y1)}" x2="${n(x2)}" y2="${n(y2)}" stroke="${stroke}" stroke-width="${sw}" stroke-linecap="round"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
}
export function arrow(x1, y1, x2, y2, { stroke = C.ink, sw = 2.2, head = 11, dash = '', both = false } = {}) {
  const a = Math.atan2(y2 - y1, x2 - x1);
  const tip = (x, y, d) =>
    `<path d="M${n(x)} ${n(y)}L${n(x - head * Math.cos(d - 0.42))} ${n(y - head * Math.sin(d - 0.42))}L${n(x - head * Math.cos(d + 0.42))} ${n(y - head * Math.sin(d + 0.42))}Z" fill="${stroke}"/>`;
  const bx = x2 - head * 0.8 * Math.cos(a);
  const by = y2 - head * 0.8 * Math.sin(a);
  const ax = both ? x1 + head * 0.8 * Math.cos(a) : x1;
  const ay = both ? y1 + head * 0.8 * Math.sin(a) : y1;
  return line(ax, ay, bx, by, { stroke, sw, dash }) + tip(x2, y2, a) + (both ? tip(x1, y1, a + Math.PI) : '');
}
export function path(d, { fill = 'none', stroke = C.ink, sw = 2, dash = '', opacity = 0 } = {}) {
  return `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${sw}" stroke-linejoin="round" stroke-linecap="round"${dash ? ` stroke-dasharray="${dash}"` : ''}${opacity ? ` opacity="${opacity}"` : ''}/>`;
}
export function circle(x, y, r, { fill = 'none', stroke = C.ink, sw = 1.8, dash = '' } = {}) {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" stroke="${stroke}" stroke-width="${sw}"${dash ? ` stroke-dasharray="${dash}"` : ''}/>`;
}
export function ellipse(x, y, rx, ry, { fill = 'none', stroke = C.ink, sw = 1.8 } = {}) {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" stroke="${stroke}" stroke-width="${sw}"/>`;
}
/** A box with centred lines of text; the first is strong when `head` is set. */
export function card(
  x,
  y,
  w,
  h,
  rows,
  { fill = C.wash, stroke = C.line, size = 17, head = true, color = C.ink, anchor = 'middle' } = {},
) {
  const list = Array.isArray(rows) ? rows : [rows];
  const step = size * 1.3;
  const top = y + h / 2 - ((list.length - 1) * step) / 2 + size * 0.36;
  const tx = anchor === 'middle' ? x + w / 2 : x + 14;
  return (
    rect(x, y, w, h, { fill, stroke }) +
    list
      .map((row, i) =>
        text(tx, top + i * step, row, { size, anchor, fill: color, weight: head && i === 0 ? 600 : 400 }),
      )
      .join('')
  );
}
/** x,y in data space to a polyline path. */
export function curve(points) {
  return points.map(([x, y], i) => `${i ? 'L' : 'M'}${n(x)} ${n(y)}`).join('');
}
export function save(metaUrl, name, content) {
  const folder = join(dirname(fileURLToPath(metaUrl)), '..', 'figures');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.svg`), content);
}

/** The two axes of a chart with ticks (`xt`, `yt`, placed by `X` and `Y`) and names; `yGap` is the room for the numbers at the left. */
export function axes({
  x,
  y,
  w,
  h,
  xl,
  yl,
  xt = /** @type {number[]} */ ([]),
  yt = /** @type {number[]} */ ([]),
  X,
  Y,
  yGap = 48,
}) {
  return [
    line(x, y, x, y + h, { sw: 1.5 }),
    line(x, y + h, x + w, y + h, { sw: 1.5 }),
    xt.map((v) => [
      line(X(v), y + h, X(v), y + h + 6, { sw: 1.4 }),
      text(X(v), y + h + 26, v, { size: 16, anchor: 'middle' }),
    ]),
    yt.map((v) => [
      line(x - 6, Y(v), x, Y(v), { sw: 1.4 }),
      text(x - 11, Y(v) + 6, v, { size: 16, anchor: 'end' }),
    ]),
    xl ? text(x + w / 2, y + h + (xt.length ? 54 : 28), xl, { size: 17, anchor: 'middle', fill: C.mid }) : '',
    yl
      ? text(x - (yt.length ? yGap : 16), y + h / 2, yl, {
          size: 17,
          anchor: 'middle',
          fill: C.mid,
          rotate: -90,
        })
      : '',
  ];
}
