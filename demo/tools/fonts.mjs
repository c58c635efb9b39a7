/**
 * Stylesheet links of the text families, Latin and Arabic. The static cuts, because variable fonts print as Type 3.
 * Noto Naskh is version 4, because later ones draw the dots of a letter as glyphs of their own, and no reader of a PDF puts
 * its words together again.
 */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rootFolder } from './series.mjs';

const cuts = {
  'source-serif-4': ['300', '300-italic', '400', '400-italic', '600', '600-italic', '700', '700-italic'],
  'noto-naskh-arabic': ['400', '500', '600', '700'],
  inter: ['400', '400-italic', '500', '600', '700'],
};

export const fontLinks = Object.entries(cuts)
  .flatMap(([family, files]) =>
    files.map((file) => {
      const path = join(rootFolder, 'node_modules', '@fontsource', family, `${file}.css`);
      return `<link rel="stylesheet" href="${pathToFileURL(path).href}">`;
    }),
  )
  .join('\n');
