import { usesLayers, withoutHiddenLayers } from './drawn-page.ts';
import type { PdfDocument } from './pdfium.ts';
import { UnreadablePdf } from './protocol.ts';
import { takePage } from './take-page.ts';

/**
 * Calls `work` with the number of the page in the open document. For a page with layers, that is the page as its picture shows
 * it, without those that are hidden, in a document of its own.
 */
export async function withDrawnPage<Result>(
  document: PdfDocument,
  pageNumber: number,
  work: (page: number) => Result,
): Promise<Result> {
  const layers = await document.layers();
  if (!layers || !usesLayers(layers, pageNumber)) return work(pageNumber);
  const drawn = await withoutHiddenLayers(layers, pageNumber, takePage(document, pageNumber)).catch(
    (cause) => {
      throw new UnreadablePdf(`has layers that cannot be read: page ${pageNumber}`, { cause });
    },
  );
  return document.withOther(drawn, () => work(1));
}
