import type { Paragraph } from './drawn-text.ts';
import { GlyphlessFont } from './glyphless-font.ts';
import { PdfFile, textString } from './pdf-file.ts';
import { addStructure, list } from './structure.ts';
import { bidiFor, textLayer } from './text-layer.ts';

/** A4 upright, in points. */
export const A4 = { width: 595, height: 842 } as const;

interface Picture {
  readonly jpeg: Blob;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

interface DrawnPage {
  /** Fills the page in height, in the middle of it. */
  readonly picture: Picture;
  /** The words of the picture, in reading order. */
  readonly paragraphs: readonly Paragraph[];
}

interface PicturePdf {
  /** In points. */
  readonly paper: { readonly width: number; readonly height: number };
  /** Red, green and blue of the paper, 0 to 255. White without it. */
  readonly tone?: readonly [number, number, number];
  readonly language: string;
  readonly title: string;
  readonly subject?: string;
  readonly keywords?: string;
  readonly pages: readonly DrawnPage[];
}

/**
 * A tagged PDF with one JPEG on each page, because only a canvas shapes Arabic and all other scripts correctly, and the
 * words of the picture as invisible text over it, so that they are selected, found and read aloud (PDF 32000-1: 7.7.3 page
 * tree, 8.9.5 images, 9.3.6 invisible text, 14.8 tagged PDF).
 */
export async function picturePdf(content: PicturePdf): Promise<Blob> {
  const { paper, tone, language, title, subject, keywords, pages } = content;
  const bidi = await bidiFor(pages.flatMap(({ paragraphs }) => paragraphs));
  const file = new PdfFile();
  const [tree, structure, document, font] = [file.reserve(), file.reserve(), file.reserve(), file.reserve()];
  const letters = new GlyphlessFont();
  const background = tone
    ? `${tone.map((value) => value / 255).join(' ')} rg 0 0 ${paper.width} ${paper.height} re f\n`
    : '';
  const kids: number[] = [];
  const elements: ReturnType<typeof addStructure>[] = [];
  for (const [index, { picture, paragraphs }] of pages.entries()) {
    const scale = paper.height / picture.height;
    const drawn = picture.width * scale;
    const left = (paper.width - drawn) / 2;
    const image = file.addStream(
      `/Type /XObject /Subtype /Image /Width ${picture.width} /Height ${picture.height} ` +
        '/ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode',
      picture.jpeg,
    );
    const drawing = `/Artifact BMC\n${background}q ${drawn} 0 0 ${paper.height} ${left} 0 cm /Picture Do Q\nEMC`;
    const words = textLayer(paragraphs, { scale, left, height: paper.height }, letters, bidi);
    const contents = file.addStream('', `${drawing}\n${words}`);
    const page = file.add(
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] /Contents ${contents} 0 R ` +
        `/Resources << /XObject << /Picture ${image} 0 R >> /Font << /Text ${font} 0 R >> >> ` +
        `/StructParents ${index} /Tabs /S`,
    );
    kids.push(page);
    elements.push(addStructure(file, paragraphs, { document, page }));
  }
  letters.addTo(file, font);
  file.add(`/Type /Pages /Count ${kids.length} /Kids ${list(kids)}`, tree);
  file.add(
    `/Type /StructElem /S /Document /P ${structure} 0 R /K ${list(elements.flatMap(({ top }) => top))}`,
    document,
  );
  const parents = elements.map(({ marked }, index) => `${index} ${list(marked)}`).join(' ');
  file.add(
    `/Type /StructTreeRoot /K ${document} 0 R /ParentTree << /Nums [${parents}] >> /ParentTreeNextKey ${pages.length}`,
    structure,
  );
  const catalog = file.add(
    `/Type /Catalog /Pages ${tree} 0 R /StructTreeRoot ${structure} 0 R /MarkInfo << /Marked true >> ` +
      `/Lang (${language}) /ViewerPreferences << /DisplayDocTitle true >>`,
  );
  const facts = { Title: title, Subject: subject, Keywords: keywords };
  const written = Object.entries(facts).flatMap(([key, text]) =>
    text ? [`/${key} ${textString(text)}`] : [],
  );
  return file.finish(catalog, file.add(written.join(' ')));
}

/** What a canvas shows. Throws if the browser writes no JPEG. */
export async function pictureOf(canvas: HTMLCanvasElement, quality: number): Promise<Picture> {
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!jpeg) throw new Error('the canvas gave no picture');
  return { jpeg, width: canvas.width, height: canvas.height };
}
