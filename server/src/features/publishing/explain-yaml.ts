import { type Document, isScalar, type LineCounter, visit, type YAMLParseError } from 'yaml';

/** Later problems mostly follow from the first ones. */
const MAX_PROBLEMS = 10;
/** The longest line that is searched for the cause of a problem. */
const MAX_LINE_LENGTH = 1000;

interface Problem {
  readonly line: number;
  readonly text: string;
}

/** Explains why a text is not valid YAML: at most one problem per line, and the first ones of many. */
export function explainYaml(document: Document, text: string, lines: LineCounter): Problem[] {
  const sourceLines = text.split(/\r?\n/);
  const lineAt = (position: number) => lines.linePos(position).line;
  const problems: Problem[] = document.errors.length === 0 ? repeatedKeys(document, lineAt) : [];
  const errors = new Map<number, YAMLParseError>();
  for (const error of document.errors) {
    const line = lineAt(error.pos[0]);
    if (!errors.has(line)) errors.set(line, error);
  }
  const count = problems.length + errors.size;
  // Each explanation searches the whole document.
  for (const error of [...errors.values()].slice(0, MAX_PROBLEMS)) {
    const problem = explain(error);
    if (!problems.some(({ line }) => line === problem.line)) problems.push(problem);
  }
  const shown = problems.slice(0, MAX_PROBLEMS);
  const last = shown.at(-1);
  if (count <= MAX_PROBLEMS || !last) return shown;
  const more = count - MAX_PROBLEMS;
  return [
    ...shown,
    { line: last.line, text: `and ${more} more lines; correct the first ones and check again` },
  ];

  function explain({ code, message, pos: [position] }: YAMLParseError): Problem {
    const line = lineAt(position);
    const source = (sourceLines[line - 1] ?? '').slice(0, MAX_LINE_LENGTH);
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
    return { line, text: `is not valid YAML: ${message}` };
  }

  /** The start of the quoted text that ends at this position. */
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
}

/** Each key that appears twice in one map, with the line of its first occurrence. */
function repeatedKeys(document: Document, lineAt: (position: number) => number): Problem[] {
  const problems: Problem[] = [];
  visit(document, {
    Map: (_key, map) => {
      const lineOf = new Map<unknown, number>();
      for (const { key } of map.items) {
        if (!isScalar(key) || !key.range) continue;
        const line = lineAt(key.range[0]);
        const first = lineOf.get(key.value);
        if (first === undefined) lineOf.set(key.value, line);
        else
          problems.push({ line, text: `says "${key.value}" a second time; the first is on line ${first}` });
      }
    },
  });
  return problems;
}
