/** Small drawing words for lecture slides; each returns a piece of SVG. */
const escapeHtml = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const n = (value) => Math.round(value * 10) / 10;

export function pen(book) {
  const text = (
    x,
    y,
    words,
    {
      size = 22,
      fill = '#22292e',
      anchor = 'start',
      weight = 400,
      family = 'sans',
      italic = false,
      opacity = 1,
    } = {},
  ) =>
    opacity <= 0
      ? ''
      : `<text x="${n(x)}" y="${n(y)}" font-family="${family === 'serif' ? "'Source Serif 4', serif" : 'Inter, sans-serif'}" font-size="${size}" font-weight="${weight}"${italic ? ' font-style="italic"' : ''} fill="${fill}" text-anchor="${anchor}" opacity="${n(opacity * 10) / 10}">${escapeHtml(words)}</text>`;

  /** Several lines: split at newlines, or wrapped at a number of characters. */
  const lines = (x, y, words, options = {}) => {
    const { lead = (options.size ?? 22) * 1.35, wrap = 999 } = options;
    const rows = words.split('\n').flatMap((line) => {
      const out = [''];
      for (const word of line.split(' ')) {
        if (`${out.at(-1)} ${word}`.trim().length > wrap) out.push(word);
        else out[out.length - 1] = `${out.at(-1)} ${word}`.trim();
      }
      return out;
    });
    return rows.map((row, index) => text(x, y + index * lead, row, options)).join('');
  };

  /** A line that draws itself: `share` 0 to 1 of its length. */
  const trace = (
    d,
    share = 1,
    { stroke = book.deep, width = 3, fill = 'none', dash = '', opacity = 1, cap = 'round' } = {},
  ) =>
    share <= 0
      ? ''
      : `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" stroke-linecap="${cap}" stroke-linejoin="round" opacity="${opacity}"${
          share < 1
            ? ` pathLength="1" stroke-dasharray="${n(share * 100) / 100} 2"`
            : dash
              ? ` stroke-dasharray="${dash}"`
              : ''
        }/>`;

  const shape = (d, { fill = book.tint, stroke = 'none', width = 2, opacity = 1 } = {}) =>
    `<path d="${d}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" opacity="${n(opacity * 10) / 10}"/>`;
  const dot = (x, y, r, { fill = book.deep, stroke = 'none', width = 2, opacity = 1 } = {}) =>
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" opacity="${n(opacity * 10) / 10}"/>`;
  const box = (x, y, w, h, { fill = book.tint, stroke = 'none', width = 1.5, r = 0, opacity = 1 } = {}) =>
    `<rect x="${n(x)}" y="${n(y)}" width="${n(Math.max(0, w))}" height="${n(Math.max(0, h))}" rx="${r}" fill="${fill}" stroke="${stroke}" stroke-width="${width}" opacity="${n(opacity * 10) / 10}"/>`;

  const arrow = (x1, y1, x2, y2, share = 1, { stroke = book.mid, width = 4 } = {}) => {
    if (share <= 0) return '';
    const [x, y] = [x1 + (x2 - x1) * share, y1 + (y2 - y1) * share];
    const angle = Math.atan2(y2 - y1, x2 - x1);
    const size = 7 + width * 1.6;
    const tip = (turn) => `${n(x - size * Math.cos(angle + turn))} ${n(y - size * Math.sin(angle + turn))}`;
    return `<path d="M${n(x1)} ${n(y1)} L${n(x)} ${n(y)} M${tip(0.45)} L${n(x)} ${n(y)} L${tip(-0.45)}" fill="none" stroke="${stroke}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
  };

  /** Points that appear with their sentences; `on` is the scene's, `first` the sentence of the first point. */
  const points = (x, y, items, on, first = 0, { size = 25, lead = 58, wrap = 40 } = {}) => {
    let row = 0;
    return items
      .map((item, index) => {
        const share = on(first + index);
        const top = y + row * lead;
        row += 1 + (item.length > wrap ? 0.55 : 0);
        return share <= 0
          ? ''
          : dot(x, top - size * 0.32, 5, { fill: book.mid, opacity: share }) +
              lines(x + 24, top, item, { size, opacity: share, wrap });
      })
      .join('');
  };
  const image = (href, x, y, w, h, opacity = 1) =>
    `<image href="${href}" x="${x}" y="${y}" width="${w}" height="${h}" opacity="${n(opacity * 10) / 10}" preserveAspectRatio="xMidYMid slice"/>`;

  return { text, lines, trace, shape, dot, box, arrow, points, image };
}

/** A path through sampled points of a function. */
export function plot(fn, from, to, steps, toX, toY) {
  let d = '';
  for (let index = 0; index <= steps; index += 1) {
    const at = from + ((to - from) * index) / steps;
    d += `${index === 0 ? 'M' : 'L'}${toX(at).toFixed(1)} ${toY(fn(at)).toFixed(1)}`;
  }
  return d;
}
