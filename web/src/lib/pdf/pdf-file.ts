const encoder = new TextEncoder();

/** The objects of a PDF and where each begins (PDF 32000-1: 7.3 objects, 7.5 file structure). */
export class PdfFile {
  readonly #parts: (string | Blob)[] = [];
  readonly #offsets: number[] = [];
  #length = 0;
  #count = 0;

  constructor() {
    this.#write('%PDF-1.7\n');
  }

  /** The number of an object that others name before it is written. */
  reserve(): number {
    this.#count += 1;
    return this.#count;
  }

  /** `entries`: those of the dictionary. Returns the object's number. */
  add(entries: string, number = this.reserve()): number {
    return this.#object(number, `<< ${entries} >>`);
  }

  addStream(entries: string, content: string | Blob): number {
    const size = typeof content === 'string' ? encoder.encode(content).length : content.size;
    return this.#object(this.reserve(), `<< ${entries} /Length ${size} >>`, content);
  }

  /** Text that is no content, such as a font, in hexadecimal digits. */
  addHex(entries: string, digits: string): number {
    return this.addStream(`${entries} /Filter /ASCIIHexDecode`, `${digits}>`);
  }

  finish(catalog: number, facts: number): Blob {
    const start = this.#length;
    const size = this.#count + 1;
    const entries = this.#offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
    this.#write(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join('')}`);
    this.#write(
      `trailer\n<< /Size ${size} /Root ${catalog} 0 R /Info ${facts} 0 R >>\nstartxref\n${start}\n%%EOF\n`,
    );
    return new Blob(this.#parts, { type: 'application/pdf' });
  }

  #object(number: number, dictionary: string, content?: string | Blob): number {
    this.#offsets[number] = this.#length;
    this.#write(`${number} 0 obj\n${dictionary}\n`);
    if (content !== undefined) {
      this.#write('stream\n');
      this.#write(content);
      this.#write('\nendstream\n');
    }
    this.#write('endobj\n');
    return number;
  }

  #write(part: string | Blob): void {
    this.#parts.push(part);
    this.#length += typeof part === 'string' ? encoder.encode(part).length : part.size;
  }
}

export const hexUnits = (text: string): string =>
  Array.from({ length: text.length }, (_, at) => text.charCodeAt(at).toString(16).padStart(4, '0')).join('');

/** A text string in UTF-16 with its byte order mark (PDF 32000-1, 7.9.2.2). */
export const textString = (text: string): string => `<feff${hexUnits(text)}>`;
