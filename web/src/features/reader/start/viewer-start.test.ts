import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readerClient } from '../client.ts';
import { endEarlyPage, takeEarlyAnswer, takeEarlyPicture, takeEarlyText } from './early.ts';

const BOOK = '0197A000-0000-7000-8000-0000000000b1';
const SET = `${BOOK.toLowerCase()}/2`;
const PICTURES = `/page-files/${SET}`;
/** The first page was corrected after the others. */
const runs = [
  { first: 1, last: 1, set: `${BOOK.toLowerCase()}/3`, from: 1 },
  { first: 2, last: 40, set: SET, from: 2 },
];
const answer = {
  book: { id: BOOK.toLowerCase(), number_of_pages: 40 },
  access: { granted: false, last_page: 15 },
  progress: { page: 7 },
  revision: 3,
  files: { runs, grants: { [SET]: 'answered' } },
};
const session = { token: 'vsl_0123456789', userId: 'u1', role: 'author' };
const requests = (): string[] => vi.mocked(fetch).mock.calls.map(([url]) => String(url));

let stubs: { mockRestore(): void }[] = [];
beforeEach(() => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async (url: string) => new Response(url.endsWith('/pages') ? JSON.stringify(answer) : 'picture')),
  );
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture' }));
  HTMLImageElement.prototype.decode = async () => {};
  stubs = [
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(1000),
    vi.spyOn(HTMLImageElement.prototype, 'naturalWidth', 'get').mockReturnValue(720),
  ];
});
afterEach(() => {
  endEarlyPage();
  globalThis.readerEarly = undefined;
  vi.unstubAllGlobals();
  for (const stub of stubs) stub.mockRestore();
});

async function open(query: string, parts: { preview?: object; picture?: string } = {}) {
  history.replaceState(null, '', `/book-viewer/${BOOK}${query}`);
  document.head.innerHTML =
    '<template id="viewer-code"><link rel="modulepreload" href="/code.js"></template>';
  document.body.innerHTML = parts.preview
    ? `<script type="application/json" id="viewer-preview">${JSON.stringify(parts.preview)}</script>`
    : '';
  if (parts.picture)
    document.body.innerHTML += `<script type="text/plain" id="viewer-picture">${parts.picture}</script>`;
  vi.resetModules();
  await import('./viewer-start.ts');
}
const preview = {
  revision: 3,
  last_page: 15,
  runs,
  grants: { [SET]: 'everybodys' },
  common_width: 540,
  crops: [],
};
const firstPage = () => document.querySelector<HTMLElement>('#first-page [data-page]');
const hasCode = () => document.head.querySelector(':scope > [href="/code.js"]') !== null;

describe('the viewer’s start script', () => {
  it('makes the same request as the client, once', async () => {
    localStorage.setItem('user', JSON.stringify(session));
    await open('');
    const [url, init] = vi.mocked(fetch).mock.calls[0] as unknown as [string, RequestInit];
    expect(await takeEarlyAnswer(BOOK, 'u1')).toEqual(answer);
    expect(await takeEarlyAnswer(BOOK, 'u1')).toBeNull();
    vi.mocked(fetch).mockClear();
    await readerClient.getBookPages({ params: { id: BOOK } });
    const [again, same] = vi.mocked(fetch).mock.calls[0] as unknown as [string, RequestInit];
    expect(url).toBe(`/author_portal/v1/books/${BOOK}/pages`);
    expect([url, init.headers]).toEqual([again, same.headers]);
  });

  it('asks as a visitor for an ended session, and gives the response to nobody else', async () => {
    localStorage.setItem('user', JSON.stringify(session));
    localStorage.setItem('ended-sessions', JSON.stringify(['u1']));
    await open('');
    expect(requests()[0]).toBe(`/customer_portal/v1/books/${BOOK}/pages`);
    expect(await takeEarlyAnswer(BOOK, 'u1')).toBeNull();
    expect(await takeEarlyAnswer(BOOK, 'visitor')).toEqual(answer);
  });

  it('loads the image of the first page to show, in the viewer’s position', async () => {
    await open('');
    await vi.waitFor(() => expect(firstPage()?.dataset.page).toBe('7'));
    expect(requests().at(-1)).toBe(`${PICTURES}/7/1x.webp?grant=answered`);
    // 540 points in the comfortable width.
    expect(firstPage()?.querySelector('img')?.style.width).toBe('920px');
    expect(await takeEarlyPicture(`${PICTURES}/7/1x.webp?grant=other`)).not.toBeNull();
    expect(hasCode()).toBe(true);
    endEarlyPage();
    expect(firstPage()).toBeNull();
  });

  it('does not wait for the response if the page is free', async () => {
    await open('?page=4', { preview: { ...preview, common_width: 1080 } });
    expect(requests()).toContain(`${PICTURES}/4/1x.webp?grant=everybodys`);
    await vi.waitFor(() => expect(firstPage()?.querySelector('img')?.style.width).toBe('460px'));
  });

  it('shows the page of a small window without its margins', async () => {
    vi.stubGlobal('innerWidth', 390);
    const placed = () => {
      const { width = '', marginLeft = '' } = firstPage()?.querySelector('img')?.style ?? {};
      return [Number.parseFloat(width), Number.parseFloat(marginLeft)];
    };
    const crops = [null, null, null, [0.2, 0.8]];
    await open('?page=4', { preview: { ...preview, crops } });
    await vi.waitFor(() => expect(firstPage()?.dataset.page).toBe('4'));
    const [width = 0, left = 0] = placed();
    // The window is 1000 pixels wide here.
    expect([left + 0.2 * width, left + 0.8 * width]).toEqual([expect.closeTo(20), expect.closeTo(980)]);
    endEarlyPage();

    // Beyond the preview, the answer says it.
    const ink = Array.from({ length: 40 }, () => [0.3, 0.1, 0.5, 0.8]);
    vi.mocked(fetch).mockImplementation(
      async (url) =>
        new Response(
          String(url).endsWith('/pages')
            ? JSON.stringify({ ...answer, sizes: [[540, 720, 40]], ink })
            : 'picture',
        ),
    );
    await open('?page=7', { preview: { ...preview, last_page: 3, crops } });
    await vi.waitFor(() => expect(firstPage()?.dataset.page).toBe('7'));
    const [ownWidth = 0, ownLeft = 0] = placed();
    expect([ownLeft + 0.3 * ownWidth, ownLeft + 0.8 * ownWidth]).toEqual([
      expect.closeTo(20),
      expect.closeTo(980),
    ]);
  });

  it('shows the image in the document before the code loads', async () => {
    await open('?page=2', { preview: { ...preview, picture: true }, picture: btoa('packed') });
    expect([hasCode(), requests()]).toEqual([false, [`/customer_portal/v1/books/${BOOK}/pages`]]);
    window.dispatchEvent(new Event('DOMContentLoaded'));
    const packed = await takeEarlyPicture(`${PICTURES}/2/1x.webp?grant=g`);
    expect([packed?.size, hasCode()]).toEqual([6, true]);
    expect(firstPage()?.querySelector('img')?.src).toBe(`data:image/webp;base64,${btoa('packed')}`);
  });

  it('leaves views that need more than one image to the viewer', async () => {
    localStorage.setItem('reader-view', JSON.stringify({ dark: true }));
    await open('');
    await vi.waitFor(() => expect(requests()).toHaveLength(2));
    await takeEarlyPicture(`${PICTURES}/7/1x.webp?grant=g`);
    expect(firstPage()).toBeNull();
  });

  const ofText = (page: number, words: string) =>
    JSON.stringify({
      width: 540,
      height: 720,
      words: words.split(' ').map((word, index) => [0.1 + 0.1 * index, 0.3, 0.08, 0.02, word]),
      page,
    });
  const firstText = () => document.querySelector('#first-page [data-first-text]');

  it.each([
    ['', '?grant=everybodys', [2, 2, 3]],
    ['?page=4', '?grant=everybodys', [4, 2, 3, 5, 6]],
  ])('shows the text of the text view, and loads no image, at "%s"', async (query, grant, pages) => {
    vi.mocked(fetch).mockImplementation(
      async (url) =>
        new Response(String(url).endsWith('/pages') ? JSON.stringify(answer) : ofText(4, 'The mitral valve')),
    );
    localStorage.setItem('reader-view', JSON.stringify({ mode: 'text' }));
    await open(query, { preview: { ...preview, picture: query !== '' }, picture: btoa('packed') });
    expect(hasCode()).toBe(false);
    await vi.waitFor(() => expect(firstText()).toHaveTextContent('The mitral valve'));
    // So that it does not compete with the text.
    await vi.waitFor(() => expect(hasCode()).toBe(true));
    expect(requests().filter((url) => url.includes('webp'))).toEqual([]);
    expect(requests().filter((url) => url.startsWith(PICTURES))).toEqual(
      pages.slice(query === '' ? 1 : 0).map((page) => `${PICTURES}/${page}/text.json${grant}`),
    );
    // The viewer takes the same response.
    const asked = requests().length;
    expect((await takeEarlyText(`${PICTURES}/3/text.json?grant=other`))?.words).toHaveLength(3);
    expect(await takeEarlyText(`${PICTURES}/3/text.json?grant=other`)).toBeNull();
    expect(requests()).toHaveLength(asked);
    endEarlyPage();
    expect(firstText()).toBeNull();
  });

  it('asks for the text of a page beyond the preview as its reader', async () => {
    localStorage.setItem('reader-view', JSON.stringify({ mode: 'text' }));
    localStorage.setItem('user', JSON.stringify({ ...session, role: 'customer' }));
    await open('?page=20', { preview });
    const texts = vi.mocked(fetch).mock.calls.filter(([url]) => String(url).includes('text.json'));
    expect(texts[0]).toEqual([
      `/page-files/${BOOK.toLowerCase()}/3/20/text.json`,
      expect.objectContaining({
        cache: 'no-store',
        headers: expect.objectContaining({ accept: 'application/json' }),
      }),
    ]);
    expect(texts).toHaveLength(5);
  });

  it('does nothing on other pages', async () => {
    history.replaceState(null, '', '/book-viewer/kept');
    vi.resetModules();
    await import('./viewer-start.ts');
    expect([requests(), globalThis.readerEarly]).toEqual([[], undefined]);
  });
});
