/**
 * The part of the built stylesheets that a rendered page needs. It is inlined, so that the first paint waits for no other file;
 * the complete stylesheets follow at the end of the page.
 *
 * A rule is kept if one of its selectors names only classes that the page contains, or no class. Custom properties are kept if a
 * kept rule uses them; font faces if they are for Latin text or, in Arabic, for Arabic. The input is minified CSS without
 * comments, as the build writes it.
 */
export function criticalCss(css: string, html: string, language: 'en' | 'ar'): string {
  const classes = new Set<string>();
  for (const [, list] of html.matchAll(/\sclass="([^"]*)"/g))
    for (const name of (list as string).split(/\s+/)) classes.add(name);
  const kept = keepRules(css, { classes, language });
  return dropUnusedProperties(kept, html);
}

interface Wanted {
  readonly classes: ReadonlySet<string>;
  readonly language: 'en' | 'ar';
}

function keepRules(css: string, wanted: Wanted): string {
  let kept = '';
  for (const { prelude, body } of blocksOf(css)) {
    if (body === null) kept += `${prelude};`;
    else if (/^@font-face/.test(prelude))
      kept += isFaceNeeded(body, wanted.language) ? `${prelude}{${body}}` : '';
    else if (/^@(?:keyframes|property|counter-style)/.test(prelude)) kept += `${prelude}{${body}}`;
    else if (prelude.startsWith('@')) {
      const inner = keepRules(body, wanted);
      if (inner !== '') kept += `${prelude}{${inner}}`;
    } else if (splitSelectors(prelude).some((selector) => isOnPage(selector, wanted.classes)))
      kept += `${prelude}{${body}}`;
  }
  return kept;
}

/** Yields what precedes a block, and the block's content; null for a statement that ends with a semicolon. */
export function* blocksOf(css: string): Generator<{ prelude: string; body: string | null }> {
  let start = 0;
  let open = -1;
  let depth = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '"' || character === "'") at = endOfString(css, at);
    else if (character === ';' && depth === 0) {
      yield { prelude: css.slice(start, at).trim(), body: null };
      start = at + 1;
    } else if (character === '{') {
      if (depth === 0) open = at;
      depth += 1;
    } else if (character === '}') {
      depth -= 1;
      if (depth !== 0) continue;
      yield { prelude: css.slice(start, open).trim(), body: css.slice(open + 1, at) };
      start = at + 1;
    }
  }
}

function endOfString(css: string, from: number): number {
  let at = from + 1;
  while (at < css.length && css[at] !== css[from]) at += css[at] === '\\' ? 2 : 1;
  return at;
}

/** Commas inside of `:is(..)` do not separate selectors. */
const splitSelectors = (prelude: string): string[] => prelude.split(/,(?![^()]*\))/);

function isOnPage(selector: string, classes: ReadonlySet<string>): boolean {
  // Classes in :not() need not be on the page.
  const positive = selector.replace(/:not\([^)]*\)/g, '');
  const names = [...positive.matchAll(/\.((?:[\w-]|\\.)+)/g)].map((match) =>
    (match[1] as string).replace(/\\/g, ''),
  );
  if (/:(?:is|where|has)\(/.test(positive))
    return names.length === 0 || names.some((name) => classes.has(name));
  return names.every((name) => classes.has(name));
}

function isFaceNeeded(body: string, language: 'en' | 'ar'): boolean {
  const range = /unicode-range:([^;}]*)/i.exec(body)?.[1];
  if (!range) return true;
  if (/U\+0?0?0?0-0?0?FF|U\+\?\?/i.test(range)) return true;
  return language === 'ar' && /U\+0?6\?\?|U\+0?600-/i.test(range);
}

/** Repeats until nothing changes: a property may be used only by another unused one. */
function dropUnusedProperties(css: string, html: string): string {
  let text = css;
  for (let round = 0; round < 5; round += 1) {
    const used = new Set([...`${text}${html}`.matchAll(/var\(\s*(--[\w-]+)/g)].map((match) => match[1]));
    const next = text.replace(
      /(?<=[{;])(--[\w-]+):(?:[^;{}"']|"[^"]*"|'[^']*')*(?:;|(?=\}))/g,
      (whole, name) => (used.has(name) ? whole : ''),
    );
    if (next.length === text.length) break;
    text = next;
  }
  return text;
}
