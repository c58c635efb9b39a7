import { type Document, isScalar, type LineCounter, visit, type YAMLParseError } from 'yaml';

/** Those that follow mostly follow from the first ones. */
const MAX_PROBLEMS = 10;

interface Problem {
  readonly line: number;
  readonly text: string;
}

/** Why a text is not YAML, in the words of its author: each line once, the first ones of many. */
export function explainYaml(document: Document, text: string, lines: LineCounter): Problem[] {
  const sourceLines = text.split(/\r?\n/);
  const lineAt = (position: number) => lines.linePos(position).line;
  const problems = new Map<number, string>();
  for (const error of document.errors) {
    const { line, text: words } = explain(error);
    if (!problems.has(line)) problems.set(line, words);
  }
  const all = [...problems].map(([line, words]) => ({ line, text: words }));
  const more = all.length - MAX_PROBLEMS;
  const last = all[MAX_PROBLEMS - 1];
  if (more <= 0 || !last) return all;
  return [
    ...all.slice(0, MAX_PROBLEMS),
    { line: last.line, text: `and ${more} more lines; correct the first ones and check again` },
  ];

  function explain({ code, message, pos: [position] }: YAMLParseError): Problem {
    const line = lineAt(position);
    const source = sourceLines[line - 1] ?? '';
    if (/^ *\t/.test(source)) return { line, text: 'is indented with a tab; use spaces' };
    const quoted = quotedBefore(position);
    if (code === 'MISSING_CHAR' && quoted !== null)
      return { line: lineAt(quoted), text: 'has a quote that is never closed; close it on its line' };
    if (code === 'UNEXPECTED_TOKEN' && quoted !== null)
      return {
        line,
        text: 'goes on behind its closing quote; put the whole text in the other kind of quotes',
      };
    if (code === 'BAD_SCALAR_START')
      return {
        line,
        text: `begins with "${text[position]}", which YAML keeps for itself; put the text in quotes`,
      };
    if (code === 'BLOCK_AS_IMPLICIT_KEY' && /^[\s-]*[\w-]+:\s+\S.*:(?:\s|$)/.test(source))
      return { line, text: 'has a colon inside its text; put the text in quotes' };
    const first = code === 'DUPLICATE_KEY' ? firstOfKey(position) : null;
    if (first) return { line, text: `says "${first.key}" a second time; the first is on line ${first.line}` };
    return { line, text: `is not valid YAML: ${message}` };
  }

  /** Where the quoted text begins that ends at this position. */
  function quotedBefore(position: number): number | null {
    let start: number | null = null;
    visit(document, {
      Scalar: (_key, { type, range }) => {
        if (type?.startsWith('QUOTE_') && range && range[0] < position && range[2] >= position)
          start = range[0];
      },
    });
    return start;
  }

  function firstOfKey(position: number): { key: string; line: number } | null {
    let first: { key: string; line: number } | null = null;
    visit(document, {
      Map: (_key, map) => {
        const keys = map.items.flatMap(({ key }) =>
          isScalar(key) && key.range ? [{ value: key.value, at: key.range[0] }] : [],
        );
        const second = keys.find(({ at }) => at === position);
        const other = second && keys.find(({ value }) => value === second.value);
        if (other) first = { key: String(other.value), line: lineAt(other.at) };
      },
    });
    return first;
  }
}
