import { MAX_PUBLISHED_PIXELS } from './picture-protocol.ts';
import { sharp } from './sharp.ts';

/** Drawings with code or fonts in them (SVG, PDF) are not pictures: they look different on each machine. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'avif', 'heif', 'gif', 'tiff']);
const PROBE_WIDTH = 64;

/**
 * Finds the problem of a file or its bytes as a picture; the text completes "figure.png ...". Decodes the whole
 * picture, because a header alone proves nothing. Only for programs of child processes.
 */
export async function findPictureProblem(source: string | Uint8Array): Promise<string | null> {
  const picture = sharp(source, { limitInputPixels: MAX_PUBLISHED_PIXELS, failOn: 'truncated' });
  try {
    const { format } = await picture.metadata();
    if (!format || !FORMATS.has(format)) {
      return `is ${format ? `of the kind ${format}` : 'no picture'}; use JPEG, PNG, WebP, AVIF, TIFF or GIF`;
    }
    await picture.resize({ width: PROBE_WIDTH }).toBuffer();
    return null;
  } catch (error) {
    const reason = error instanceof Error ? error.message : '';
    if (/pixel limit/i.test(reason)) return 'has more than 100 million pixels; make it smaller';
    if (/unsupported image format/i.test(reason))
      return 'is no picture; use JPEG, PNG, WebP, AVIF, TIFF or GIF';
    return 'is damaged and cannot be shown whole; export it again';
  }
}
