/**
 * Texts by users and publishers are in elements with `dir="auto"` or in `<bdi>`. Their language may differ from the page's, and
 * screen readers need to know it: the book's if an ancestor has `data-language`, otherwise the one of the script. One pass over
 * the page marks all of them, so that no screen has to.
 */
const PARTS = '[dir="auto"], bdi, img[alt]';
const ARABIC = /\p{Script=Arabic}/gu;
const LATIN = /\p{Script=Latin}/gu;
const WRITTEN_IN_ARABIC = ['ar', 'fa', 'ur', 'ps', 'ku'];
/** The beginning is enough (characters). */
const SAMPLE_LENGTH = 400;

const isArabic = (language: string): boolean => WRITTEN_IN_ARABIC.includes(language.slice(0, 2));

/** Null = the page's language, or no text in any language. */
export function languageOf(text: string, page: string, known: string | null): string | null {
  const sample = text.slice(0, SAMPLE_LENGTH);
  const arabic = sample.match(ARABIC)?.length ?? 0;
  const latin = sample.match(LATIN)?.length ?? 0;
  if (arabic + latin === 0) return null;
  const inArabic = arabic > latin;
  const candidates = [known, page, inArabic ? 'ar' : 'en'];
  const language = candidates.find((each) => each !== null && isArabic(each) === inArabic) ?? null;
  return language === page ? null : language;
}

export function markLanguages(root: HTMLElement, pageLanguage: () => string): () => void {
  /** Elements that were marked here; others have their own attribute. */
  const marked = new WeakSet<Element>();
  const mark = (part: Element) => {
    if (part.hasAttribute('lang') && !marked.has(part)) return;
    const text = part instanceof HTMLImageElement ? part.alt : (part.textContent ?? '');
    const known = part.closest('[data-language]')?.getAttribute('data-language') ?? null;
    const language = languageOf(text, pageLanguage(), known);
    if (language === null) part.removeAttribute('lang');
    else if (part.getAttribute('lang') !== language) part.setAttribute('lang', language);
    marked.add(part);
  };
  const markAll = (within: Element) => {
    if (within.matches(PARTS)) mark(within);
    for (const part of within.querySelectorAll(PARTS)) mark(part);
  };
  markAll(root);
  const observer = new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) {
      const part = (target instanceof Element ? target : target.parentElement)?.closest(PARTS);
      if (part) mark(part);
      for (const node of addedNodes) if (node instanceof Element) markAll(node);
    }
  });
  observer.observe(root, { childList: true, characterData: true, subtree: true });
  return () => observer.disconnect();
}
