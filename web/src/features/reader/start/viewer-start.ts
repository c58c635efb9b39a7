import { pageFilePath, pageInSet } from '@vesalius/contract/page-runs';
import { getBookPages } from '@vesalius/contract/reader-calls';
import type { ViewerPreview } from '@vesalius/contract/web-pages';
import { identityOf, pathOf, portalFor, visitorHeaders } from '../../../lib/call-address.ts';
import { VISITOR } from '../../../lib/query-keys.ts';
import { isTabUndecided, readStored } from '../../../lib/stored-session.ts';
import { askedPage, viewedBookId } from '../../../lib/viewer-address.ts';
import type { Early } from './early.ts';
import { showFirstPage } from './first-page.ts';
import { startPage } from './start-page.ts';

/* Inline in the viewer's document (web/build/start-scripts.ts): the first request and the first page image, while the code is on its way. */

/** A page image that the document carries is given this long to be painted before anything else loads. */
const PAINT_PATIENCE_MS = 300;
/** Of the document's parts that the server fills in (`app/server/documents.ts`). */
const textOf = (id: string) => document.getElementById(id)?.textContent;

type Files = Pick<ViewerPreview, 'runs' | 'grants'>;

function startViewer(bookId: string): void {
  // In whose name to request is known once the code has asked the other tabs.
  if (isTabUndecided()) {
    loadCode();
    return;
  }
  const asked = askedPage(new URLSearchParams(location.search));
  const session = readStored()?.session ?? null;
  const preview: ViewerPreview | null = JSON.parse(textOf('viewer-preview') ?? 'null');
  const early: Early = { bookId, userId: session?.userId ?? VISITOR };
  globalThis.readerEarly = early;

  const { portal, isOwn } = portalFor(getBookPages, session);
  const headers = {
    accept: 'application/json',
    ...(session && isOwn ? identityOf(session) : visitorHeaders(portal)),
  };

  const show = (page: number, source: string) =>
    showFirstPage(early, { page, source, commonWidth: preview?.common_width }).catch(() => {
      // the viewer shows the page, and what is wrong with it
    });
  const pathOfPage = (page: number, { runs }: Files) => pageFilePath(runs, page, '1x.webp') ?? undefined;
  /** Of a release that has no grant yet in the name of the reader: beside the answer that brings one, instead of after it. */
  const fetchPicture = (page: number, files: Files, ungranted?: { revision: number }) => {
    const path = pathOfPage(page, files);
    if (!path || early.picturePath === path) return;
    const byToken = `/page-files/${bookId.toLowerCase()}/${ungranted?.revision}/${page}/1x.webp`;
    const grant = files.grants[pageInSet(files.runs, page)?.set ?? ''] ?? '';
    const request = ungranted
      ? fetch(byToken, { headers, priority: 'high', cache: 'no-store' })
      : fetch(`${path}?grant=${grant}`, { priority: 'high' });
    const picture = request.then((response) => (response.ok ? response.blob() : null));
    early.picturePath = path;
    early.picture = picture;
    picture
      .then((blob) => {
        if (blob && early.picturePath === path) return show(page, URL.createObjectURL(blob));
      })
      .catch(() => {});
  };

  const answer = fetch(pathOf(getBookPages, portal, { id: bookId }), { headers, priority: 'high' }).then(
    (response) => (response.ok ? response.json() : null),
  );
  early.answer = answer;
  answer.then((data) => data && fetchPicture(startPage(data, asked), data.files)).catch(() => {});

  // A page that everybody may read does not wait for the answer.
  if (preview?.picture && asked) {
    early.picturePath = pathOfPage(asked, preview);
    // The image is at the end of this document: until it is painted, nothing else may slow it down.
    addEventListener('DOMContentLoaded', () => {
      const packed = document.getElementById('viewer-picture');
      const text = packed?.textContent ?? '';
      packed?.remove();
      // The browser decodes a data address faster than a script does.
      const painted = show(asked, `data:image/webp;base64,${text}`).then(nextPaint);
      const patience = new Promise((resolve) => setTimeout(resolve, PAINT_PATIENCE_MS));
      early.picture = Promise.race([painted, patience]).then(() => {
        loadCode();
        return imageOf(text);
      });
    });
    return;
  }
  if (preview && asked) {
    if (asked <= preview.last_page) fetchPicture(asked, preview);
    else if (session && isOwn) fetchPicture(asked, preview, preview);
  } else if (preview && !session) fetchPicture(1, preview);
  // Requested before the code: browsers have six requests under way at a time.
  loadCode();
}

function loadCode(): void {
  const code = document.querySelector<HTMLTemplateElement>('#viewer-code');
  if (code) document.head.append(code.content);
}

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const imageOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/webp' });

const viewedId = viewedBookId(location.pathname);
if (viewedId) startViewer(viewedId);
