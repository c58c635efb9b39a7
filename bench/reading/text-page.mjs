/**
 * Runs in the page: what the measurements of the text view need of the viewer. Passed to `addInitScript`.
 */
export const readingBench = () => {
  /** @param {string} selector */
  const all = (selector) => /** @type {HTMLElement[]} */ ([...document.querySelectorAll(selector)]);
  const scroller = () => /** @type {HTMLElement | null} */ (document.querySelector('[data-scroller]'));
  const section = (page) => document.querySelector(`[data-flow-page="${page}"]`);
  const isInWindow = (element) => {
    const box = element?.getBoundingClientRect();
    return box !== undefined && box.height > 0 && box.bottom > 0 && box.top < window.innerHeight;
  };
  globalThis.reading = {
    /** The text of the page, or the image that takes its place, is in the window. */
    textReadable: (page) =>
      isInWindow(document.querySelector(`[data-first-text="${page}"] p`)) ||
      isInWindow(section(page)?.querySelector('[data-flow-text] [data-word], [data-loaded]')),
    imageReadable: (page) =>
      section(page) === null && isInWindow(document.querySelector(`[data-page="${page}"] [data-loaded]`)),
    scrollTo(page) {
      section(page)?.scrollIntoView();
    },
    /** What the page shows once it is loaded, else null. */
    shown(page) {
      const part = section(page);
      const text = part?.querySelector('[data-flow-text]');
      if (!text) return part?.querySelector('[data-page]') ? { image: true } : null;
      const count = (selector) => text.querySelectorAll(selector).length;
      return {
        text: [...text.querySelectorAll('[data-word]')].map((word) => word.textContent).join(''),
        blocks: [...text.querySelectorAll('p, li, h2, h3, h4, h5, h6, td, th, figcaption')]
          .filter((block) => block.querySelector('p, li') === null)
          .map((block) => [...block.querySelectorAll('[data-word]')].map((word) => word.textContent).join(''))
          .join(' '),
        headings: count('h2, h3, h4, h5, h6'),
        tables: count('[role="group"] > table') + count('figure:has(figcaption > p)'),
        figures: count('figure:not(:has(figcaption > p))'),
      };
    },
    /** Beyond the window's edge, outside tables: pixels of the view, and the number of elements. */
    sideways() {
      const area = scroller();
      // A figure is an image of the whole page, of which its frame shows a part.
      const isWide = (element) =>
        element.getBoundingClientRect().right > window.innerWidth + 1 &&
        !element.closest('[role="group"]') &&
        getComputedStyle(element.parentElement ?? element).overflowX !== 'hidden';
      return {
        beyond: (area?.scrollWidth ?? 0) - (area?.clientWidth ?? 0),
        elements: all('[data-flow-page] *').filter(isWide).length,
      };
    },
    goTo(page) {
      const field = /** @type {HTMLInputElement | null} */ (document.querySelector('header form input'));
      if (!field) throw new Error('the viewer has no field for the page');
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, String(page));
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.form?.requestSubmit();
    },
    /** The time from the click until the page is readable in the other view (milliseconds). */
    changeView(label, page, isReadable) {
      const button = all('button').find(
        (each) => (each.getAttribute('aria-label') ?? each.textContent) === label,
      );
      return new Promise((resolve) => {
        const start = performance.now();
        button?.click();
        const look = () =>
          globalThis.reading[isReadable](page)
            ? resolve(performance.now() - start)
            : requestAnimationFrame(look);
        requestAnimationFrame(look);
      });
    },
    words: (page) =>
      all(
        `[data-page="${page}"] [data-text-layer] [data-word], [data-flow-page="${page}"] [data-flow-text] [data-word]`,
      ).map((word) => Number(word.dataset.word)),
    /** Selects the words from one position to another, in the order in which the view has them. */
    select(page, from, to) {
      const words = all(
        `[data-page="${page}"] [data-text-layer] [data-word], [data-flow-page="${page}"] [data-flow-text] [data-word]`,
      );
      const [first, last] = [words[from], words[to]];
      const range = document.createRange();
      range.setStart(first?.firstChild ?? document, 0);
      range.setEnd(last?.firstChild ?? document, last?.textContent?.trimEnd().length ?? 0);
      const selection = document.getSelection();
      selection?.removeAllRanges();
      selection?.addRange(range);
      // As one does who selects them: the menu is beside them.
      last?.scrollIntoView({ block: 'center' });
      return words.slice(from, to + 1).map((word) => Number(word.dataset.word));
    },
    highlights: (page) => [
      ...new Set(
        all(`[data-page="${page}"] [data-highlight], [data-flow-page="${page}"] [data-highlight]`).map(
          (mark) => mark.dataset.highlight,
        ),
      ),
    ],
    /** The words that a highlight covers in the text view. */
    wordsOfMark: (page, id) =>
      all(`[data-flow-page="${page}"] [data-word]`)
        .filter(
          (word) =>
            word.closest(`[data-highlight="${id}"]`) || word.querySelector(`[data-highlight="${id}"]`),
        )
        .map((word) => Number(word.dataset.word)),
    /** The words whose middle is within a highlight's rectangles on the page. */
    wordsOfRects(page, id) {
      const rects = all(`[data-page="${page}"] [data-highlight="${id}"]`).map((mark) =>
        mark.getBoundingClientRect(),
      );
      return all(`[data-page="${page}"] [data-text-layer] [data-word]`)
        .filter((word) => {
          const box = word.getBoundingClientRect();
          const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          return rects.some((rect) => x > rect.left && x < rect.right && y > rect.top && y < rect.bottom);
        })
        .map((word) => Number(word.dataset.word));
    },
  };
};
