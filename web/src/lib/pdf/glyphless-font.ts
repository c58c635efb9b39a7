import { hexUnits, type PdfFile } from './pdf-file.ts';

/**
 * A TrueType font of one empty glyph, half as wide as high, with the tables that a PDF needs (glyf, head, hhea, hmtx, loca,
 * maxp). Embedded, because viewers replace a font that is not, with other widths.
 */
const EMPTY_FONT =
  '000100000006004000020020676c7966000000000000006c0000000468656164610b433d0000007000000036686865610516012e000000' +
  'a800000024686d747801f40000000000cc000000066c6f636100000000000000d4000000066d61787000030000000000dc000000200000' +
  '00000001000000010000000000005f0f3cf5000303e8000000000000000000000000000000000000ff3801f40320000000080002000000' +
  '000000000100000320ff38000001f40000000001f400010000000000000000000000000000000101f40000000000000000000000000000' +
  '0001000000020000000000000000000000000000000000000000000000000000';
const GLYPH_WIDTH = 500;
const MARKS = /^\p{M}+$/u;
/** The limit of one `beginbfchar`. */
const MAX_MAPPED = 100;

/**
 * The font of a text layer. Its glyphs are empty, and each code is one character of the document, whatever its script
 * (PDF 32000-1: 9.7.6 Type 0 fonts, 9.10.3 ToUnicode).
 */
export class GlyphlessFont {
  readonly #codes = new Map<string, number>();

  /** Shows characters from `x` on, each as wide as `characterWidth`, marks of no width. */
  show(characters: readonly string[], x: number, y: number, size: number, characterWidth: number): string {
    const stretch = (characterWidth / ((GLYPH_WIDTH / 1000) * size)) * 100;
    const codes = characters.map((character) => this.#codeOf(character)).join('');
    return `/Text ${fixed(size)} Tf ${fixed(stretch)} Tz 1 0 0 1 ${fixed(x)} ${fixed(y)} Tm <${codes}> Tj`;
  }

  /** Writes the font with the characters shown until now, as the object `number`. */
  addTo(file: PdfFile, number: number): void {
    const glyphs = file.addHex('', '0001'.repeat(this.#codes.size + 1));
    const marks = [...this.#codes].flatMap(([text, code]) => (MARKS.test(text) ? [`${code} [0]`] : []));
    const program = file.addHex(`/Length1 ${EMPTY_FONT.length / 2}`, EMPTY_FONT);
    const descriptor = file.add(
      '/Type /FontDescriptor /FontName /Glyphless /Flags 4 /FontBBox [0 -200 500 800] /ItalicAngle 0 ' +
        `/Ascent 800 /Descent -200 /CapHeight 800 /StemV 80 /FontFile2 ${program} 0 R`,
    );
    const descendant = file.add(
      '/Type /Font /Subtype /CIDFontType2 /BaseFont /Glyphless ' +
        '/CIDSystemInfo << /Registry (Adobe) /Ordering (Identity) /Supplement 0 >> ' +
        `/DW ${GLYPH_WIDTH} /W [${marks.join(' ')}] /CIDToGIDMap ${glyphs} 0 R /FontDescriptor ${descriptor} 0 R`,
    );
    const unicode = file.addStream('', this.#unicodeMap());
    file.add(
      '/Type /Font /Subtype /Type0 /BaseFont /Glyphless /Encoding /Identity-H ' +
        `/DescendantFonts [${descendant} 0 R] /ToUnicode ${unicode} 0 R`,
      number,
    );
  }

  #codeOf(character: string): string {
    const code = this.#codes.get(character) ?? this.#codes.size + 1;
    this.#codes.set(character, code);
    return hexCode(code);
  }

  #unicodeMap(): string {
    const mapped = [...this.#codes].map(([character, code]) => `<${hexCode(code)}> <${hexUnits(character)}>`);
    const blocks = [];
    for (let start = 0; start < mapped.length; start += MAX_MAPPED) {
      const block = mapped.slice(start, start + MAX_MAPPED);
      blocks.push(`${block.length} beginbfchar\n${block.join('\n')}\nendbfchar`);
    }
    return [
      '/CIDInit /ProcSet findresource begin 12 dict begin begincmap',
      '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
      '/CMapName /Adobe-Identity-UCS def /CMapType 2 def',
      '1 begincodespacerange <0000> <ffff> endcodespacerange',
      ...blocks,
      'endcmap CMapName currentdict /CMap defineresource pop end end',
    ].join('\n');
  }
}

const hexCode = (code: number): string => code.toString(16).padStart(4, '0');
const fixed = (value: number): number => Math.round(value * 100) / 100;
