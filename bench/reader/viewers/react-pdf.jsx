// react-pdf as its documentation shows it: one page at a time, with text layer.
import { createElement as h, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Document, Page, pdfjs } from 'react-pdf';

pdfjs.GlobalWorkerOptions.workerSrc = '/react-pdf-worker.mjs';
const rendered = new Set();
let setPage;

function Viewer() {
  const [page, set] = useState(1);
  useEffect(() => {
    setPage = set;
  }, []);
  return h(
    Document,
    { file: '/book.pdf' },
    h(Page, { pageNumber: page, width: 920, onRenderSuccess: () => rendered.add(page) }),
  );
}
globalThis.bench = {
  readable: (page) => rendered.has(page),
  goTo: (page) => {
    rendered.delete(page);
    setPage(page);
  },
  scroller: () => null,
};
createRoot(/** @type {HTMLElement} */ (document.getElementById('root'))).render(h(Viewer));
