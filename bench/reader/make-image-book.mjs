/**
 * `node bench/reader/make-image-book.mjs <file> [pages]`: an atlas as publishers send it, of 150 MB or more: on every
 * page one photograph (2000 x 1500, as grainy as a camera's) with a caption and a paragraph.
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';

const require = createRequire(join(resolve(import.meta.dirname, '../..'), 'server/package.json'));
const sharp = require('sharp');
const { PDFDocument, StandardFonts } = require('pdf-lib');

const [file, pages = '500'] = process.argv.slice(2);
const DIFFERENT = 24;
const [WIDTH, HEIGHT] = [2000, 1500];

const photographs = [];
for (let index = 0; index < DIFFERENT; index += 1) photographs.push(await photograph(index));

const book = await PDFDocument.create();
const font = await book.embedFont(StandardFonts.TimesRoman);
for (let number = 1; number <= Number(pages); number += 1) {
  const page = book.addPage([595, 842]);
  // Embedded again on each page: as many bytes in the file as an atlas without repetitions has.
  const image = await book.embedJpg(photographs[number % DIFFERENT]);
  page.drawImage(image, { x: 47, y: 400, width: 500, height: 375 });
  page.drawText(`Figure ${number}. The specimen in the light of the left side`, {
    x: 47,
    y: 375,
    size: 11,
    font,
  });
  for (let line = 0; line < 20; line += 1)
    page.drawText(
      `Line ${line + 1} of page ${number} tells what is to be seen in the picture above, and where.`,
      {
        x: 47,
        y: 345 - line * 14,
        size: 11,
        font,
      },
    );
}
const bytes = await book.save();
writeFileSync(file, bytes);
console.log(`${file}: ${pages} pages, ${(bytes.length / 1_048_576).toFixed(0)} MB`);

/** Large soft shapes under grain: it compresses like a photograph, not like a drawing. */
async function photograph(seed) {
  const shapes = Array.from({ length: 14 }, (_, index) => {
    const at = (step, size) => ((seed * 97 + index * step * 131) % size) + 1;
    const color = `hsl(${at(7, 50)} ${30 + at(3, 40)}% ${25 + at(11, 50)}%)`;
    return `<ellipse cx="${at(17, WIDTH)}" cy="${at(29, HEIGHT)}" rx="${at(13, 500)}" ry="${at(19, 400)}" fill="${color}"/>`;
  });
  const drawing = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#7a4a3a"/>${shapes.join('')}</svg>`,
  );
  const grain = await sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background: '#808080',
      noise: { type: 'gaussian', mean: 128, sigma: 24 },
    },
  })
    .png()
    .toBuffer();
  return sharp(drawing)
    .blur(6)
    .composite([{ input: grain, blend: 'soft-light' }])
    .jpeg({ quality: 80 })
    .toBuffer();
}
