/**
 * Portrait placeholders in the manner of an engraving: a bust of horizontal lines in an oval, and a monogram.
 */
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import { demoFolder, readManifest } from './series.mjs';

const inks = ['#0f5a63', '#5d3a2e', '#33415c', '#4a5a3a', '#6a3346', '#3d4b52'];
const hash = (s) => [...s].reduce((h, c) => Math.imul(h ^ c.charCodeAt(0), 16777619) >>> 0, 2166136261);

/** Outline of head, hair and shoulders; four heads of hair. */
const hairs = [
  'M258 300C240 190 300 140 360 140C430 140 480 190 462 300C452 250 430 214 392 206C350 224 300 226 276 236C264 256 262 276 258 300Z',
  'M246 420C228 300 236 140 360 136C486 140 492 300 474 420C462 430 452 432 446 428C458 340 448 250 420 222C370 236 320 230 296 216C268 262 262 340 276 428C266 434 256 430 246 420Z',
  'M262 282C250 190 300 146 362 144C432 146 470 196 458 284C450 256 444 232 430 222C390 190 330 190 288 224C274 236 268 262 262 282Z',
  'M252 350C232 230 262 132 362 130C462 134 490 230 468 350C462 340 458 330 456 318C460 262 440 224 404 210C370 190 330 196 298 222C272 246 262 290 264 318C262 332 258 342 252 350Z',
];
const long = new Set([
  'Clara',
  'Helena',
  'Ingrid',
  'Amara',
  'Rosa',
  'Leila',
  'Ingeborg',
  'Miriam',
  'Beatriz',
  'Noor',
  'Hanna',
  'ليلى',
  'نور',
]);
function portrait(name) {
  const ink = inks[hash(name) % inks.length];
  const hair = hairs[long.has(name.split(' ')[0]) ? 1 + 2 * (hash(name) % 2) : 2 * (hash(name) % 2)];
  const initials = name
    .split(/\s+/)
    .map((w) => w.replace(/^ال/, '')[0])
    .join(/[\u0600-\u06ff]/.test(name) ? ' ' : '');
  const lines = (from, to, step, width, wave) => {
    let d = '';
    for (let y = from; y <= to; y += step) {
      d += `M60 ${y}`;
      for (let x = 60; x <= 660; x += 24)
        d += `L${x} ${(y + wave * Math.sin((x - 60) / 64 + y / 40) + wave * 0.02 * ((x - 360) / 24) ** 2).toFixed(1)}`;
    }
    return `<path d="${d}" fill="none" stroke="${ink}" stroke-width="${width}"/>`;
  };
  const face =
    'M360 178C300 178 270 226 272 296C274 372 316 428 360 428C404 428 446 372 448 296C450 226 420 178 360 178Z';
  const neck = 'M318 396C322 440 316 462 300 474L420 474C404 462 398 440 402 396Z';
  const coat = 'M300 470C236 496 176 520 156 720L564 720C544 520 484 496 420 470C404 496 316 496 300 470Z';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 720" width="720" height="720">
  <defs><clipPath id="o"><ellipse cx="360" cy="356" rx="268" ry="312"/></clipPath><clipPath id="f"><path d="${face}"/></clipPath><clipPath id="n"><path d="${neck}"/></clipPath><clipPath id="c"><path d="${coat}"/></clipPath><clipPath id="h"><path d="${hair}"/></clipPath><clipPath id="s"><path d="M372 178C420 190 450 226 448 296C446 372 404 428 360 428C396 392 412 330 404 270C398 230 388 200 372 178Z"/></clipPath></defs>
  <rect width="720" height="720" fill="#f6f2ea"/>
  <g clip-path="url(#o)"><rect width="720" height="720" fill="#efe9dc"/>${lines(40, 700, 11, 1.1, 1.5)}
    <path d="${coat}" fill="#f6f2ea"/><g clip-path="url(#c)">${lines(460, 720, 6.5, 4, 2.5)}</g>
    <path d="M322 474L360 560L398 474L420 470L372 640L348 640L300 470Z" fill="#f6f2ea" stroke="${ink}" stroke-width="2"/>
    <path d="${neck}" fill="#f6f2ea"/><g clip-path="url(#n)">${lines(390, 480, 7, 2.4, 2)}</g>
    <path d="${face}" fill="#f6f2ea"/><g clip-path="url(#f)">${lines(170, 430, 8, 1.2, 2)}</g><g clip-path="url(#s)">${lines(174, 430, 8, 3, 2)}</g>
    <path d="${hair}" fill="#f6f2ea"/><g clip-path="url(#h)">${lines(120, 440, 5.2, 3.9, 3)}</g></g>
  <ellipse cx="360" cy="356" rx="268" ry="312" fill="none" stroke="${ink}" stroke-width="5"/><ellipse cx="360" cy="356" rx="280" ry="324" fill="none" stroke="${ink}" stroke-width="1.5"/>
  <circle cx="566" cy="612" r="62" fill="#f6f2ea" stroke="${ink}" stroke-width="3"/><circle cx="566" cy="612" r="54" fill="none" stroke="${ink}" stroke-width="1"/>
  <text x="566" y="629" font-family="'Noto Serif', 'Liberation Serif', serif" font-size="48" text-anchor="middle" fill="${ink}">${initials}</text></svg>`;
}

/** The photo of everybody the manifest names with one; the same person looks the same in every book. */
export async function buildPortraits(slug) {
  const manifest = readManifest(slug);
  const people = [...(manifest?.faculty ?? []), ...(manifest?.senior_editors ?? [])].filter(
    (person) => person.photo,
  );
  for (const person of people) {
    const out = join(demoFolder, slug, person.photo);
    mkdirSync(dirname(out), { recursive: true });
    await sharp(Buffer.from(portrait(person.name)))
      .webp({ quality: 86 })
      .toFile(out);
  }
  return `${people.length} portraits`;
}
