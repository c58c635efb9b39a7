import { setImmediate as turn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';

/** Text is parsed in slices of this many characters, between which other requests get their turn. */
const SLICE_LENGTH = 200_000;

export interface XmlLimits {
  /** The maximum of open tags, which the parser holds in memory. */
  readonly maxDepth: number;
  /** Per tag. */
  readonly maxAttributes: number;
  /** The parser holds an unfinished text, comment or tag in memory. */
  readonly maxLengthWithoutTag: number;
}

type Attributes = Readonly<Record<string, string>>;
export interface XmlHandlers {
  readonly open: (name: string, attributes: Attributes, line: number) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  readonly isDone?: () => boolean;
}

/** `limit`: larger or deeper than allowed; `doctype`: has a document type declaration, which may declare entities. */
export type XmlFault = 'limit' | 'doctype' | 'syntax';

export class XmlError extends Error {
  readonly fault: XmlFault;
  readonly line: number;

  constructor(fault: XmlFault, line: number, message: string) {
    super(message);
    this.fault = fault;
    this.line = line;
  }
}

/** Reports names without their prefix. The parser refuses entities other than the five of XML. Throws XmlError. */
export async function parseXml(
  content: Uint8Array | string,
  { open, close, text, isDone }: XmlHandlers,
  { maxDepth, maxAttributes, maxLengthWithoutTag }: XmlLimits,
): Promise<void> {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser();
  const refuse = (fault: XmlFault, message: string): never => {
    throw new XmlError(fault, parser.line, message);
  };
  let depth = 0;
  let attributeCount = 0;
  let tagLine = 1;
  let hasSeenTag = false;
  // The parser prefixes its messages with line and column.
  parser.on('error', ({ message }) => refuse('syntax', message.replace(/^\d+:\d+: /, '')));
  parser.on('doctype', () => refuse('doctype', 'a document type declaration'));
  parser.on('opentagstart', () => {
    depth += 1;
    attributeCount = 0;
    tagLine = parser.line;
    if (depth > maxDepth) refuse('limit', `tags are nested more than ${maxDepth} deep`);
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > maxAttributes) refuse('limit', `a tag has more than ${maxAttributes} attributes`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    hasSeenTag = true;
    open(local(name), attributes, tagLine);
  });
  parser.on('closetag', ({ name }) => {
    hasSeenTag = true;
    depth -= 1;
    close?.(local(name));
  });
  if (text) {
    parser.on('text', text);
    parser.on('cdata', text);
  }
  const xml = typeof content === 'string' ? content : decode(content);
  let lastTagAt = 0;
  for (let at = 0; at < xml.length && !isDone?.(); at += SLICE_LENGTH) {
    hasSeenTag = false;
    parser.write(xml.slice(at, at + SLICE_LENGTH));
    if (hasSeenTag) lastTagAt = at;
    else if (at - lastTagAt >= maxLengthWithoutTag) refuse('limit', 'a text or tag does not end');
    await turn();
  }
  if (!isDone?.()) parser.close();
}

function decode(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(content);
  } catch {
    throw new XmlError('syntax', 1, 'it is not encoded in UTF-8');
  }
}
