/** The only file that uses PDF.js. Loaded with the first deep zoom, and never before. */
import { GlobalWorkerOptions, getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { CappedMap } from '../../../lib/capped-map.ts';
import type { SharpRegion } from './page-engine.ts';

GlobalWorkerOptions.workerSrc = workerUrl;

/** A reader who zooms in stays on one or two pages. */
const KEPT_DOCUMENTS = 3;
const documents = new CappedMap<string, Promise<PDFDocumentProxy>>(
  KEPT_DOCUMENTS,
  (opening) => void opening.then(({ loadingTask }) => loadingTask.destroy()),
);

function open(url: string): Promise<PDFDocumentProxy> {
  const known = documents.get(url);
  if (known !== undefined) return known;
  const task = getDocument({ url, disableStream: true, disableAutoFetch: true, disableRange: true });
  documents.set(url, task.promise);
  task.promise.catch(() => documents.delete(url));
  return task.promise;
}

/** Draws a region of this single-page PDF so that it fills the canvas. */
export async function drawPdfRegion(
  url: string,
  region: SharpRegion,
  canvas: HTMLCanvasElement,
  signal: AbortSignal,
): Promise<void> {
  const document = await open(url);
  const page = await document.getPage(1);
  signal.throwIfAborted();
  const natural = page.getViewport({ scale: 1 });
  const scale = region.pixelWidth / (region.width * natural.width);
  const viewport = page.getViewport({
    scale,
    offsetX: -region.x * natural.width * scale,
    offsetY: -region.y * natural.height * scale,
  });
  canvas.width = region.pixelWidth;
  canvas.height = region.pixelHeight;
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  await task.promise;
}
