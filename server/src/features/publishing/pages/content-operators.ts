/* The operators of a content stream (PDF 32000-1, 7.8.2), as Latin-1. */

interface Operation {
  readonly operator: string;
  /** Arrays and dictionaries are several tokens. */
  readonly operands: readonly string[];
  /** As written, with what precedes it. */
  readonly text: string;
}

const TOKEN = /\/[^\s()<>[\]{}/%\0]*|<<|>>|<[^<>]*>|[[\]{}]|[^\s()<>[\]{}/%\0]+/y;
const BLANK = /(?:[\s\0]|%[^\r\n]*)+/y;
const OPERATOR = /^(?!(?:true|false|null)$)[A-Za-z'"]/;
/** The end of an inline picture: readable text follows it. */
const PICTURE_END = /[\s\0]EI(?=[\s\0](?:[\s\x20-\x7e]{6}|[\s\x20-\x7e]*$)|$)/g;

function* operationsIn(content: string): Generator<Operation> {
  let begin = 0;
  let operands: string[] = [];
  for (let at = 0; at < content.length; ) {
    BLANK.lastIndex = at;
    if (BLANK.test(content)) at = BLANK.lastIndex;
    if (at >= content.length) break;
    const end = content[at] === '(' ? endOfString(content, at) : endOfToken(content, at);
    const token = content.slice(at, end);
    at = end;
    if (!OPERATOR.test(token)) {
      operands.push(token);
      continue;
    }
    if (token === 'ID') at = endOfPicture(content, at);
    // The entries of an inline picture are operands of its end.
    if (token === 'BI') continue;
    yield { operator: token, operands, text: content.slice(begin, at) };
    begin = at;
    operands = [];
  }
  if (begin < content.length) yield { operator: '', operands, text: content.slice(begin) };
}

function endOfToken(content: string, at: number): number {
  TOKEN.lastIndex = at;
  return TOKEN.test(content) ? TOKEN.lastIndex : at + 1;
}

function endOfString(content: string, start: number): number {
  let depth = 0;
  for (let at = start; at < content.length; at += 1) {
    const character = content[at];
    if (character === '\\') at += 1;
    else if (character === '(') depth += 1;
    else if (character === ')') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return content.length;
}

function endOfPicture(content: string, at: number): number {
  PICTURE_END.lastIndex = at;
  return PICTURE_END.test(content) ? PICTURE_END.lastIndex : content.length;
}

interface Hides {
  /** Whether marked content of this name in the resources is hidden. */
  section(name: string): boolean;
  object(name: string): boolean;
}

const PAINTS_PATH = new Set(['f', 'F', 'f*', 'B', 'B*', 'b', 'b*', 'S', 's']);
const DRAWS = new Set(['Tj', 'TJ', 'Do', 'sh', 'ID', 'MP', 'DP', '']);

/**
 * The content without what its hidden sections draw and say. What they set stays, as it holds for what follows: colors, places,
 * clipping.
 */
export function withoutHidden(content: string, hides: Hides): string {
  const sections: boolean[] = [];
  const kept: string[] = [];
  for (const { operator, operands, text } of operationsIn(content)) {
    const isHidden = sections.at(-1) ?? false;
    const [first = '', second = ''] = operands;
    if (operator === 'BMC' || operator === 'BDC') {
      const isOfLayer = operator === 'BDC' && first === '/OC' && second.startsWith('/');
      sections.push(isHidden || (isOfLayer && hides.section(nameIn(second))));
      // Without its layer, and without properties of a hidden part, which may say the text.
      kept.push(isHidden || isOfLayer ? '\n/OC BMC' : text);
    } else if (operator === 'EMC') {
      sections.pop();
      kept.push(text);
    } else if (operator === 'Do' && hides.object(nameIn(first))) kept.push('\n');
    else kept.push(isHidden ? undrawn(operator, operands) : text);
  }
  return kept.join('');
}

function undrawn(operator: string, operands: readonly string[]): string {
  if (DRAWS.has(operator)) return '\n';
  if (PAINTS_PATH.has(operator)) return '\nn';
  if (operator === "'") return '\nT*';
  if (operator === '"') return `\n${operands[0] ?? 0} Tw ${operands[1] ?? 0} Tc T*`;
  return `\n${operands.join(' ')} ${operator}`;
}

/** `#` and two digits stand for a byte. */
export const unescaped = (name: string): string =>
  name.replace(/#([0-9a-fA-F]{2})/g, (_all, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
const nameIn = (token: string) => unescaped(token.slice(1));
