/** A4 upright, in points. */
export const A4 = { width: 595, height: 842 } as const;

interface Picture {
  readonly jpeg: Blob;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
}

interface PicturePdf {
  /** In points. */
  readonly paper: { readonly width: number; readonly height: number };
  /** Red, green and blue of the paper, 0 to 255. White without it. */
  readonly tone?: readonly [number, number, number];
  readonly title: string;
  readonly subject?: string;
  readonly keywords?: string;
  /** One for each page, which it fills in height; in the middle of it. */
  readonly pictures: readonly Picture[];
}

const NUMBER_OF_CATALOG = 1;
const NUMBER_OF_PAGES = 2;
const NUMBER_OF_FACTS = 3;
const OBJECTS_OF_A_PAGE = 3;
const encoder = new TextEncoder();

/**
 * A PDF with one JPEG on each page (PDF 32000-1: 7.5 file structure, 7.7.3 page tree, 8.9.5 images). For what is drawn on
 * a canvas, because only a canvas shapes Arabic and all other scripts correctly.
 */
export function picturePdf({ paper, tone, title, subject, keywords, pictures }: PicturePdf): Blob {
  const parts: (string | Blob)[] = [];
  const offsets: number[] = [];
  let length = 0;
  const write = (part: string | Blob) => {
    parts.push(part);
    length += typeof part === 'string' ? encoder.encode(part).length : part.size;
  };
  const object = (number: number, dictionary: string, content?: string | Blob) => {
    offsets[number] = length;
    write(`${number} 0 obj\n${dictionary}\n`);
    if (content !== undefined) {
      write('stream\n');
      write(content);
      write('\nendstream\n');
    }
    write('endobj\n');
  };

  write('%PDF-1.7\n');
  const firstOf = (page: number) => NUMBER_OF_FACTS + 1 + page * OBJECTS_OF_A_PAGE;
  const kids = pictures.map((_, page) => `${firstOf(page)} 0 R`).join(' ');
  object(NUMBER_OF_CATALOG, `<< /Type /Catalog /Pages ${NUMBER_OF_PAGES} 0 R >>`);
  object(NUMBER_OF_PAGES, `<< /Type /Pages /Count ${pictures.length} /Kids [${kids}] >>`);
  const facts = { Title: title, Subject: subject, Keywords: keywords };
  const written = Object.entries(facts).flatMap(([key, text]) => (text ? [`/${key} ${hexOf(text)}`] : []));
  object(NUMBER_OF_FACTS, `<< ${written.join(' ')} >>`);
  for (const [page, { jpeg, width, height }] of pictures.entries()) {
    const at = firstOf(page);
    const drawn = (paper.height * width) / height;
    const paint = [
      ...(tone
        ? [`${tone.map((value) => value / 255).join(' ')} rg 0 0 ${paper.width} ${paper.height} re f`]
        : []),
      `q ${drawn} 0 0 ${paper.height} ${(paper.width - drawn) / 2} 0 cm /Picture Do Q`,
    ].join('\n');
    object(
      at,
      `<< /Type /Page /Parent ${NUMBER_OF_PAGES} 0 R /MediaBox [0 0 ${paper.width} ${paper.height}] ` +
        `/Contents ${at + 1} 0 R /Resources << /XObject << /Picture ${at + 2} 0 R >> >> >>`,
    );
    object(at + 1, `<< /Length ${paint.length} >>`, paint);
    object(
      at + 2,
      `<< /Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceRGB ` +
        `/BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.size} >>`,
      jpeg,
    );
  }
  const start = length;
  const entries = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  write(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${entries.join('')}`);
  write(
    `trailer\n<< /Size ${offsets.length} /Root ${NUMBER_OF_CATALOG} 0 R /Info ${NUMBER_OF_FACTS} 0 R >>\n` +
      `startxref\n${start}\n%%EOF\n`,
  );
  return new Blob(parts, { type: 'application/pdf' });
}

/** A text string in UTF-16 with its byte order mark (PDF 32000-1, 7.9.2.2). */
function hexOf(text: string): string {
  const units = [0xfeff, ...Array.from({ length: text.length }, (_, at) => text.charCodeAt(at))];
  return `<${units.map((unit) => unit.toString(16).padStart(4, '0')).join('')}>`;
}

/** What a canvas shows. Throws if the browser writes no JPEG. */
export async function pictureOf(canvas: HTMLCanvasElement, quality: number): Promise<Picture> {
  const jpeg = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality));
  if (!jpeg) throw new Error('the canvas gave no picture');
  return { jpeg, width: canvas.width, height: canvas.height };
}
