import { PDFDocument, PDFName, type PDFPage } from 'pdf-lib';

export const addContent = (page: PDFPage, content: string) =>
  page.node.addContentStream(page.doc.context.register(page.doc.context.stream(content)));

/** A font whose glyph 1 stands for `letters`. */
export function addJoinedFont(page: PDFPage, letters: string, typeface = 'Helvetica', width?: number): void {
  const { context } = page.doc;
  const hex = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex');
  const map = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Joined def /CMapType 2 def
1 begincodespacerange <00> <FF> endcodespacerange
1 beginbfchar <01> <${hex(letters)}> endbfchar
1 beginbfrange <20> <7E> <0020> endbfrange
endcmap CMapName currentdict /CMap defineresource pop end end`;
  const font = context.obj({
    Type: 'Font',
    Subtype: 'Type1',
    BaseFont: typeface,
    Encoding: { Type: 'Encoding', BaseEncoding: 'WinAnsiEncoding', Differences: [1, PDFName.of('fi')] },
    ToUnicode: context.register(context.stream(map)),
    ...(width ? { FirstChar: 1, LastChar: 126, Widths: Array(126).fill(width) } : {}),
  });
  page.node.setFontDictionary(PDFName.of('Joined'), context.register(font));
}

/** A PDF whose pages begin with "The voltage difference of page 7 is cut off", with a ligature for each "ff". */
export async function ligaturePdf(pages: number): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  for (let number = 1; number <= pages; number += 1) {
    const page = document.addPage([360, 504]);
    addJoinedFont(page, 'ff');
    const text = `The voltage di\\001erence of page ${number} is cut o\\001`;
    addContent(page, `BT /Joined 14 Tf 36 440 Td (${text}) Tj ET`);
  }
  return document.save({ useObjectStreams: false });
}
