import { cutText } from '../../../platform/storable-text.ts';
import { mathToText, replaceTex } from './formulas.ts';
import { shiftText } from './raised-text.ts';
import { elementsOf, isElement, textOf, type XmlElement, type XmlNode } from './xml-tree.ts';

/** A text, with the parts of its source that are not text. */
export interface RichText {
  readonly text: string;
  /** The addresses of its pictures, in order. */
  readonly pictures: readonly string[];
  /** What is lost as plain text; each completes "... cannot be shown and is left out". */
  readonly losses: readonly string[];
  /** Why it cannot be shown as text at all; completes "It ...". */
  readonly obstacle: string | null;
}

/** A text without conversion, formulas included. */
export const richText = (text: string, picture = ''): RichText => ({
  text: text.trim(),
  pictures: picture === '' ? [] : [picture],
  losses: [],
  obstacle: null,
});

/* Noncharacters of Unicode mark breaks and preformatted spaces, to tell them from spaces that may collapse. */
const BLOCK = '\uFDD0';
const PARAGRAPH = '\uFDD1';
const KEPT = { '\n': '\uFDD2', ' ': '\uFDD3', '\t': '\uFDD4', '\u00a0': '\uFDD5', '\r': '\uFDD6' };
const KEPT_BACK = new Map(Object.entries(KEPT).map(([plain, kept]) => [kept, plain]));
const RESERVED = /[\uFDD0-\uFDD6]/g;

const BLOCKS = new Set(
  'div section article header footer address center dl dt dd figure figcaption caption table thead tbody tfoot hr form fieldset prompt contentbody simplechoice li ul ol'.split(
    ' ',
  ),
);
const PARAGRAPHS = new Set('p h1 h2 h3 h4 h5 h6 blockquote'.split(' '));
const FORMATTING = new Set('b strong i em u s strike del ins mark font big tt code kbd'.split(' '));
const SKIPPED = new Set(
  'style script head title annotation rubricblock feedbackinline feedbackblock choiceinteraction'.split(' '),
);
const MEDIA: Readonly<Record<string, string>> = {
  audio: 'a sound',
  video: 'a video',
  iframe: 'an embedded page',
  embed: 'an embedded file',
  object: 'an embedded file',
  svg: 'a drawing (SVG)',
  canvas: 'a drawing',
  input: 'a field',
  select: 'a field',
  textarea: 'a field',
  button: 'a button',
};
const COMPUTED = new Set(['printedvariable', 'templateinline', 'templateblock', 'include']);

class TextWriter {
  readonly pictures: string[] = [];
  readonly losses = new Set<string>();
  obstacle: string | null = null;

  write(nodes: readonly XmlNode[]): string {
    return nodes.map((node) => (isElement(node) ? this.#element(node) : this.#words(node))).join('');
  }

  #words(source: string): string {
    const { text, formula } = replaceTex(source.replace(RESERVED, ''));
    if (formula !== null) this.obstacle ??= obstacleOf(formula);
    return text;
  }

  #element(element: XmlElement): string {
    const { name, attributes, children } = element;
    if (SKIPPED.has(name)) return '';
    if (name === 'br') return KEPT['\n'];
    if (name === 'sup' || name === 'sub') return this.#shifted(element, name);
    if (name === 'pre') return BLOCK + keep(textOf(element)) + BLOCK;
    if (name === 'img') return this.#picture(attributes.src, attributes.alt);
    if (name === 'object' && isPictureObject(attributes)) return this.#picture(attributes.data, '');
    if (name === 'math') return this.#math(element);
    if (name === 'tr') return `${BLOCK}${this.#cells(element)}${BLOCK}`;
    if (name === 'a') return this.#link(element);
    if (COMPUTED.has(name)) {
      this.obstacle ??= 'contains values or texts that are filled in when it is asked';
      return '';
    }
    const medium = MEDIA[name];
    if (medium !== undefined) {
      this.losses.add(medium);
      return '';
    }
    if (FORMATTING.has(name)) this.losses.add('formatting');
    if (name === 'ul' || name === 'ol') return BLOCK + this.#list(element) + BLOCK;
    const inner = this.write(children);
    if (PARAGRAPHS.has(name)) return PARAGRAPH + inner + PARAGRAPH;
    return BLOCKS.has(name) ? BLOCK + inner + BLOCK : inner;
  }

  #shifted({ children }: XmlElement, direction: 'sup' | 'sub'): string {
    const inner = finish(this.write(children));
    if (inner === '') return '';
    const { text, isMarked } = shiftText(inner, direction);
    if (isMarked) this.losses.add(direction === 'sup' ? 'raised letters' : 'lowered letters');
    return text;
  }

  #picture(source: string | undefined, description: string | undefined): string {
    if (source) this.pictures.push(source);
    if (description?.trim()) this.losses.add('descriptions of pictures');
    return '';
  }

  #math(element: XmlElement): string {
    const text = mathToText(element);
    if (text === null) this.obstacle ??= 'contains a formula (MathML) that plain text cannot show';
    return text ?? '';
  }

  #cells(row: XmlElement): string {
    return elementsOf(row)
      .map(({ children }) => finish(this.write(children)).replaceAll('\n', ' '))
      .join(' | ');
  }

  #list(list: XmlElement): string {
    let number = Number(list.attributes.start ?? 1) || 1;
    return elementsOf(list)
      .map(({ children }) => {
        const mark = list.name === 'ol' ? `${number}. ` : '• ';
        number += 1;
        return BLOCK + mark + keep(finish(this.write(children))) + BLOCK;
      })
      .join('');
  }

  #link({ attributes: { href = '' }, children }: XmlElement): string {
    const inner = this.write(children);
    return /^https?:/i.test(href) && !inner.includes(href) ? `${inner} (${href})` : inner;
  }
}

const isPictureObject = ({ type = '', data = '' }: Readonly<Record<string, string>>) =>
  /^image\//i.test(type) || /\.(?:png|jpe?g|gif|webp)$/i.test(data);

const keep = (text: string): string =>
  text.replace(RESERVED, '').replace(/[\n \t\u00a0\r]/g, (space) => KEPT[space as keyof typeof KEPT]);

/** Collapses spaces as a browser does; blocks become lines, and paragraphs are separated by blank lines. */
function finish(marked: string): string {
  return (
    marked
      .replace(/[ \t\n\r\u00a0]+/g, ' ')
      .replace(/ ?([\uFDD0-\uFDD2]) ?/g, '$1')
      // A break at the end of a block has no effect.
      .replace(/\uFDD2?[\uFDD0\uFDD1]+/g, (run) => (run.includes(PARAGRAPH) ? '\n\n' : '\n'))
      .replace(RESERVED, (mark) => KEPT_BACK.get(mark) ?? '')
      .trim()
  );
}

const obstacleOf = (formula: string): string =>
  `contains a formula that plain text cannot show: ${shorten(formula)}`;

/** The text of marked-up content, as lines. */
export function plainText(nodes: readonly XmlNode[]): RichText {
  const writer = new TextWriter();
  const text = finish(writer.write(nodes));
  return { text, pictures: writer.pictures, losses: [...writer.losses], obstacle: writer.obstacle };
}

/** Reads a text without markup, which may contain formulas. */
export function plainLines(source: string): RichText {
  const { text, formula } = replaceTex(source);
  return { ...richText(text), obstacle: formula === null ? null : obstacleOf(formula) };
}

export const shorten = (text: string, length = 60): string =>
  text.length > length ? `${cutText(text, length - 1).trimEnd()}…` : text;
