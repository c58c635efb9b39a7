import { pageFilePath, pageInSet } from '@vesalius/contract/page-runs';
import type { BookPages } from '@vesalius/contract/reader';
import { getBookPages } from '@vesalius/contract/reader-calls';
import type { PageText } from '@vesalius/contract/reader-text';
import { textCrops } from '@vesalius/contract/text-crop';
import type { ViewerPreview } from '@vesalius/contract/web-pages';
import { identityOf, pathOf, portalFor, visitorHeaders } from '../../../lib/call-address.ts';
import { VISITOR } from '../../../lib/query-keys.ts';
import { isTabUndecided, readStored } from '../../../lib/stored-session.ts';
import { askedPage, viewedBookId } from '../../../lib/viewer-address.ts';
import { neighborsOf } from '../flow/running-lines.ts';
import { inkedPages } from '../page-labels.ts';
import { rememberedView } from '../view.ts';
import type { Early } from './early.ts';
import { showFirstPage } from './first-page.ts';
import { showFirstText } from './first-text.ts';
import { previewPlace } from './preview-place.ts';
import { startPage } from './start-page.ts';

/*
 * Inlined into the viewer's document (web/build/start-scripts.ts): requests the book and its first page image while the
 * code loads.
 */

/** The maximum delay of everything else while the first page is painted (milliseconds). */
const PAINT_PATIENCE_MS = 300;
/** Reads parts of the document that the server fills in (`app/server/documents.ts`). */
const textOf = (id: string) => document.getElementById(id)?.textContent;

type Files = Pick<ViewerPreview, 'runs' | 'grants'>;

function startViewer(bookId: string): void {
  // The user of the request is known only after the code has asked the other tabs.
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

  const isText = rememberedView().mode === 'text';
  const cropOf = async (page: number) => {
    if (preview && page <= preview.last_page) return preview.crops[page - 1] ?? null;
    const data: BookPages | null = await answer;
    return data && (textCrops(inkedPages(data.sizes, data.ink))[page - 1] ?? null);
  };
  const show = (page: number, source: string) =>
    showFirstPage(early, {
      page,
      source,
      commonWidth: preview?.common_width,
      crop: () => cropOf(page),
    }).catch(() => {
      // the viewer shows the page, and the error
    });
  const pathOfPage = (page: number, { runs }: Files) => pageFilePath(runs, page, '1x.webp') ?? undefined;
  /** Requests a page of a release without the reader's grant: in parallel with the response that brings it. */
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

  const fetchText = (page: number, files: Files, lastPage: number, ungranted?: { revision: number }) => {
    if (early.texts || !pageInSet(files.runs, page)) return;
    const texts = new Map<string, Promise<PageText | null>>();
    const request = (each: number) => {
      const path = pageFilePath(files.runs, each, 'text.json') ?? '';
      const grant = files.grants[pageInSet(files.runs, each)?.set ?? ''] ?? '';
      const byToken = `/page-files/${bookId.toLowerCase()}/${ungranted?.revision}/${each}/text.json`;
      const response = ungranted
        ? fetch(byToken, { headers, priority: 'high', cache: 'no-store' })
        : fetch(`${path}?grant=${grant}`, { priority: 'high' });
      const text = response.then((each) => (each.ok ? each.json() : null));
      texts.set(path, text);
      return text;
    };
    early.texts = texts;
    const own = request(page);
    const shown = showFirstText(early, page, own, neighborsOf(page, lastPage).map(request)).catch(() => {
      // the viewer shows the page, and the error
    });
    void beforeCode(shown).then(loadCode);
  };

  const answer = fetch(pathOf(getBookPages, portal, { id: bookId }), { headers, priority: 'high' }).then(
    (response) => (response.ok ? response.json() : null),
  );
  early.answer = answer;
  answer
    .then((data: BookPages | null) => {
      if (!data) return;
      const page = startPage(data, asked);
      if (isText) fetchText(page, data.files, data.access.last_page);
      else fetchPicture(page, data.files);
    })
    .catch(() => {});

  // A free page does not wait for the response.
  if (preview?.picture && asked && !isText) {
    early.picturePath = pathOfPage(asked, preview);
    // The image is at the end of this document: nothing else may load until it is painted.
    addEventListener('DOMContentLoaded', () => {
      const packed = document.getElementById('viewer-picture');
      const text = packed?.textContent ?? '';
      packed?.remove();
      // The browser decodes a data URL faster than a script does.
      const painted = show(asked, `data:image/webp;base64,${text}`);
      early.picture = beforeCode(painted).then(() => {
        loadCode();
        return imageOf(text);
      });
    });
    return;
  }
  if (preview && isText) {
    const page = asked ?? (session ? null : (previewPlace(bookId) ?? 1));
    if (page && session && isOwn) fetchText(page, preview, lastPageOf(preview.runs), preview);
    else if (page && page <= preview.last_page) fetchText(page, preview, preview.last_page);
  } else if (preview && asked) {
    if (asked <= preview.last_page) fetchPicture(asked, preview);
    else if (session && isOwn) fetchPicture(asked, preview, preview);
  } else if (preview && !session) fetchPicture(1, preview);
  // After the requests above, because browsers limit connections to six at a time.
  if (!early.texts) loadCode();
}

/** Until the page is painted, within its patience. */
const beforeCode = (shown: Promise<unknown>): Promise<unknown> =>
  Promise.race([shown.then(nextPaint), new Promise((resolve) => setTimeout(resolve, PAINT_PATIENCE_MS))]);

/** Once. */
function loadCode(): void {
  const code = document.querySelector<HTMLTemplateElement>('#viewer-code');
  if (code) document.head.append(code.content);
  code?.remove();
}

const lastPageOf = (runs: Files['runs']): number => Math.max(...runs.map(({ last }) => last));

const nextPaint = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));

const imageOf = (base64: string): Blob =>
  new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))], { type: 'image/webp' });

const viewedId = viewedBookId(location.pathname);
if (viewedId) startViewer(viewedId);
