import { setImmediate as turn } from 'node:timers/promises';
import { SaxesParser } from 'saxes';
import { SLICE_LENGTH } from './table-limits.ts';
import { refuseFile } from './unreadable-file.ts';

/** Parts of a workbook nest about ten deep; the parser holds every tag that is open. */
const MAX_DEPTH = 50;
/** A worksheet declares some dozens of namespaces. */
const MAX_ATTRIBUTES = 200;
/** Between two tags lies at most one cell, of 32,767 characters; the parser holds what it has not seen the end of. */
const MAX_LENGTH_WITHOUT_TAG = 400_000;

type Attributes = Readonly<Record<string, string>>;
export interface XmlHandlers {
  readonly open: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  readonly isDone?: () => boolean;
}

const refuseXml = () => refuseFile('The Excel file is not one that a spreadsheet program writes.');

/** Names without their prefix. Entities other than the five of XML are refused by the parser. */
export async function parseXml(
  content: Uint8Array,
  { open, close, text, isDone }: XmlHandlers,
): Promise<void> {
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  const parser = new SaxesParser();
  let depth = 0;
  let attributeCount = 0;
  let hasSeenTag = false;
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentagstart', () => {
    depth += 1;
    attributeCount = 0;
    if (depth > MAX_DEPTH) refuseXml();
  });
  parser.on('attribute', () => {
    attributeCount += 1;
    if (attributeCount > MAX_ATTRIBUTES) refuseXml();
  });
  parser.on('opentag', ({ name, attributes }) => {
    hasSeenTag = true;
    open(local(name), attributes);
  });
  parser.on('closetag', ({ name }) => {
    hasSeenTag = true;
    depth -= 1;
    close?.(local(name));
  });
  if (text) parser.on('text', text);
  const xml = new TextDecoder('utf-8', { fatal: true }).decode(content);
  let lastTagAt = 0;
  for (let at = 0; at < xml.length && !isDone?.(); at += SLICE_LENGTH) {
    hasSeenTag = false;
    parser.write(xml.slice(at, at + SLICE_LENGTH));
    if (hasSeenTag) lastTagAt = at;
    else if (at - lastTagAt >= MAX_LENGTH_WITHOUT_TAG) refuseXml();
    await turn();
  }
}
