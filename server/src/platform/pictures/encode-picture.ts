import type { EncodedPicture, EncodeRequest, PictureFacts, PictureOutput } from './picture-protocol.ts';
import { sharp } from './sharp.ts';

/** The most frequent color of a picture shows in this size as well. */
const COLOR_WIDTH = 64;

/**
 * Decodes a picture, turns it upright, and encodes it again in each requested size: nothing else of the file is kept.
 */
export async function encodePicture(request: EncodeRequest): Promise<EncodedPicture> {
  const files = [];
  for (const output of request.outputs) {
    const { data, info } = await encode(request, output).toBuffer({ resolveWithObject: true });
    files.push({ content: data, width: info.width, height: info.height });
  }
  return { files, facts: request.wantsFacts ? await readFacts(request) : null };
}

const open = ({ source, maxPixels, failOn = 'truncated' }: EncodeRequest) =>
  sharp(source, { limitInputPixels: maxPixels, failOn, pages: 1 }).autoOrient();

function encode(request: EncodeRequest, { resize, background, format }: PictureOutput) {
  const { type, ...options } = format;
  let picture = open(request);
  if (resize) picture = picture.resize(resize);
  if (background) picture = picture.flatten({ background });
  return type === 'webp' ? picture.webp(options) : picture.jpeg(options);
}

async function readFacts(request: EncodeRequest): Promise<PictureFacts> {
  const upright = await open(request).removeAlpha().toBuffer({ resolveWithObject: true });
  const { dominant } = await sharp(upright.data).resize(COLOR_WIDTH).stats();
  const channels = [dominant.r, dominant.g, dominant.b].map((value) => value.toString(16).padStart(2, '0'));
  const { width, height } = upright.info;
  return { width, height, color: `#${channels.join('')}` };
}
