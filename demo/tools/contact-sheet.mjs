/** Renders a book's pages to contact sheets for looking at: `node demo/tools/contact-sheet.mjs <slug> <out folder> [first last]`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { demoFolder } from './series.mjs';

const [slug, out, first = '1', last = '999'] = process.argv.slice(2);
mkdirSync(out, { recursive: true });
for (const file of readdirSync(out)) rmSync(join(out, file));
execFileSync('pdftoppm', [
  '-r',
  '60',
  '-f',
  first,
  '-l',
  last,
  '-png',
  join(demoFolder, slug, 'book.pdf'),
  join(out, 'p'),
]);
const pages = readdirSync(out).sort();
const [width, height] = [421, 600];
for (let start = 0; start < pages.length; start += 8) {
  await sharp({ create: { width: width * 4 + 50, height: height * 2 + 30, channels: 3, background: '#888' } })
    .composite(
      pages.slice(start, start + 8).map((page, index) => ({
        input: join(out, page),
        left: 10 + (index % 4) * (width + 10),
        top: 10 + Math.floor(index / 4) * (height + 10),
      })),
    )
    .png()
    .toFile(join(out, `sheet-${start / 8}.png`));
}
