import { shiftText } from './raised-text.ts';
import { elementsOf, textOf, type XmlElement } from './xml-tree.ts';

const COMMANDS: ReadonlyMap<string, string> = new Map(
  [
    'alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ kappa κ lambda λ mu μ nu ν xi ξ pi π',
    'rho ρ sigma σ tau τ phi φ varphi φ chi χ psi ψ omega ω Gamma Γ Delta Δ Theta Θ Lambda Λ Pi Π Sigma Σ Phi Φ Psi Ψ',
    'Omega Ω times × cdot · div ÷ pm ± mp ∓ leq ≤ le ≤ geq ≥ ge ≥ neq ≠ ne ≠ approx ≈ sim ~ to → rightarrow →',
    'leftarrow ← leftrightarrow ↔ rightleftharpoons ⇌ infty ∞ circ ° degree ° uparrow ↑ downarrow ↓ propto ∝ dots …',
  ]
    .join(' ')
    .match(/\S+ \S+/g)
    ?.map((pair) => pair.split(' ') as [string, string]) ?? [],
);
/** Plain text, a command with or without a word in braces, a sub- or superscript, or TeX spacing. */
const TEX_TOKEN =
  /\\(?:text|mathrm|mathit|mathbf|rm|operatorname)\{([^{}\\]*)\}|\\([a-zA-Z]+)|\\[,;: !]|([_^])(?:\{([^{}]*)\}|(\\[a-zA-Z]+|[^\s\\{}_^]))|([^\\{}_^$&#~]+)/y;

/** Converts a TeX formula to one line of text; null if it needs more than signs and scripts. */
function texToText(tex: string): string | null {
  const parts: string[] = [];
  TEX_TOKEN.lastIndex = 0;
  const source = tex.trim();
  while (TEX_TOKEN.lastIndex < source.length) {
    const match = TEX_TOKEN.exec(source);
    if (!match) return null;
    const at = TEX_TOKEN.lastIndex;
    const [token, words, command, mark, group, single, text] = match;
    if (words !== undefined) parts.push(words);
    else if (command !== undefined) {
      const sign = COMMANDS.get(command);
      if (sign === undefined) return null;
      parts.push(sign);
    } else if (mark !== undefined) {
      const inner = texToText(group ?? single ?? '');
      if (inner === null || inner === '') return null;
      parts.push(inner === '°' ? '°' : shiftText(inner, mark === '^' ? 'sup' : 'sub').text);
    } else parts.push(text ?? (token === '\\!' ? '' : ' '));
    TEX_TOKEN.lastIndex = at;
  }
  return parts.join('').replace(/\s+/g, ' ').trim();
}

const DELIMITERS = [
  ['\\(', '\\)'],
  ['\\[', '\\]'],
  ['$$', '$$'],
] as const;

/** Converts the formulas between TeX's delimiters to text; `formula` is the first one that cannot be converted. */
export function replaceTex(text: string): { text: string; formula: string | null } {
  let result = text;
  for (const [start, end] of DELIMITERS) {
    const parts: string[] = [];
    let from = 0;
    for (let at = result.indexOf(start); at >= 0; at = result.indexOf(start, from)) {
      const close = result.indexOf(end, at + start.length);
      if (close < 0) break;
      const tex = result.slice(at + start.length, close);
      const words = texToText(tex);
      if (words === null) return { text, formula: tex.trim() };
      parts.push(result.slice(from, at), words);
      from = close + end.length;
    }
    result = parts.join('') + result.slice(from);
  }
  return { text: result, formula: null };
}

/** Converts a MathML formula to one line of text; null if it needs more than signs and scripts. */
export function mathToText(element: XmlElement): string | null {
  const inner = elementsOf(element);
  const all = (elements: readonly XmlElement[]): string | null => {
    const parts = elements.map(mathToText);
    return parts.includes(null) ? null : parts.join('');
  };
  switch (element.name) {
    case 'mi':
    case 'mn':
    case 'mo':
    case 'mtext':
      return textOf(element).trim();
    case 'mspace':
      return ' ';
    case 'math':
    case 'mrow':
    case 'mstyle':
      return all(inner);
    case 'semantics':
      return all(inner.slice(0, 1));
    case 'msup':
    case 'msub':
    case 'msubsup':
      return shiftedMath(element.name, inner.map(mathToText));
    default:
      return null;
  }
}

function shiftedMath(name: 'msup' | 'msub' | 'msubsup', parts: readonly (string | null)[]): string | null {
  const [base, second, third = ''] = parts;
  if (base === null || base === undefined || second === null || second === undefined || third === null)
    return null;
  if (name === 'msubsup') return base + shiftText(second, 'sub').text + shiftText(third, 'sup').text;
  return base + shiftText(second, name === 'msup' ? 'sup' : 'sub').text;
}
