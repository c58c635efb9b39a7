import {
  type CST,
  Document,
  isMap,
  isNode,
  isSeq,
  LineCounter,
  type Node,
  Parser,
  parseDocument,
  visit,
} from 'yaml';
import { explainYaml } from './explain-yaml.ts';
import type { Mistake, Path } from './mistakes.ts';

/** A book folder needs about eight levels. The parser is recursive, and deep nesting would crash the process. */
const MAX_DEPTH = 100;
/** A few aliases are a convenience; a thousand of them are an attack on memory. */
const MAX_ALIASES = 100;

/** A YAML file that knows the line of each of its values. */
export class YamlSource {
  readonly file: string;
  readonly value: unknown;
  readonly syntaxMistakes: readonly Mistake[];
  readonly #document: Document;
  readonly #lines = new LineCounter();

  constructor(file: string, text: string) {
    this.file = file;
    const isDeep = isDeeperThan(MAX_DEPTH, text);
    // `explainYaml` finds repeated keys: the parser would compare each key with all others.
    this.#document = isDeep
      ? new Document()
      : parseDocument(text, { lineCounter: this.#lines, prettyErrors: false, uniqueKeys: false });
    const mistakes: Mistake[] = explainYaml(this.#document, text, this.#lines).map((problem) => ({
      file,
      path: '',
      ...problem,
    }));
    if (isDeep)
      mistakes.push({
        file,
        line: null,
        path: '',
        text: `nests lists and fields more than ${MAX_DEPTH} deep`,
      });
    const value = mistakes.length > 0 ? null : this.#plainValue(mistakes);
    for (const offset of unstorableTexts(this.#document)) {
      const words = 'holds a NUL character or half of a character; remove it';
      mistakes.push({ file, line: this.#lines.linePos(offset).line, path: '', text: words });
    }
    this.syntaxMistakes = mistakes;
    this.value = mistakes.length > 0 ? null : value;
  }

  #plainValue(mistakes: Mistake[]): unknown {
    try {
      return this.#document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
    } catch (error) {
      // The error of an alias without its anchor, and of too many aliases.
      if (!(error instanceof ReferenceError)) throw error;
      mistakes.push({ file: this.file, line: null, path: '', text: `is not valid YAML: ${error.message}` });
      return null;
    }
  }

  /** The line of the value's key, or of the closest existing value around it. */
  lineOf(path: Path): number | null {
    let node: unknown = this.#document.contents;
    let start = startOf(node);
    for (const part of path) {
      if (isMap(node)) {
        const pair = node.items.find(
          (item) => String(isNode(item.key) ? item.key.toJSON() : item.key) === String(part),
        );
        if (!pair) break;
        start = startOf(pair.key) ?? start;
        node = pair.value;
      } else if (isSeq(node) && typeof part === 'number') {
        const item = node.items[part];
        if (item === undefined) break;
        start = startOf(item) ?? start;
        node = item;
      } else break;
    }
    return start === null ? null : this.#lines.linePos(start).line;
  }
}

/** Counted from the parser's tokens, which it makes without recursion. */
function isDeeperThan(max: number, text: string): boolean {
  const open: { token: CST.Token; depth: number }[] = [];
  for (const token of new Parser().parse(text)) open.push({ token, depth: 0 });
  for (let next = open.pop(); next; next = open.pop()) {
    const { token, depth } = next;
    if (depth > max) return true;
    const inside =
      token.type === 'document'
        ? [token.value]
        : 'items' in token
          ? token.items.flatMap(({ key, value }) => [key, value])
          : [];
    for (const child of inside) if (child) open.push({ token: child, depth: depth + 1 });
  }
  return false;
}

/** The positions of texts that a database cannot store: with NUL, or with unpaired surrogates. */
function unstorableTexts(document: Document): number[] {
  const offsets: number[] = [];
  visit(document, {
    Scalar: (_key, { value, range }) => {
      if (typeof value === 'string' && (value.includes('\0') || /\p{Surrogate}/u.test(value)))
        offsets.push(range?.[0] ?? 0);
    },
  });
  return offsets;
}

function startOf(node: unknown): number | null {
  return isNode(node) ? ((node as Node).range?.[0] ?? null) : null;
}
