import { parseXml, XmlError, type XmlLimits } from '../../../platform/xml/parse-xml.ts';

/**
 * Names of elements and attributes are normalized to a form that QTI 2, QTI 3 and HTML share: `qti-item-body` and
 * `itemBody` become `itembody`.
 */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  readonly line: number;
}
export type XmlNode = XmlElement | string;

/** A question has about sixty elements, and a file at most two thousand questions. */
const MAX_ELEMENTS = 500_000;

const PREFIX = /^[\w-]+:/;
const plainName = (name: string): string =>
  name.replace(PREFIX, '').replace(/^qti-/, '').replaceAll('-', '').toLowerCase();

/** `onClose` gets each element when it ends, with its depth (the root is 1); it may throw. */
export async function parseTree(
  xml: string,
  limits: XmlLimits,
  onClose: (element: XmlElement, depth: number) => void = () => {},
): Promise<XmlElement> {
  type Open = XmlElement & { children: XmlNode[] };
  const open: Open[] = [{ name: '', attributes: {}, children: [], line: 1 }];
  let count = 0;
  await parseXml(
    xml,
    {
      open: (name, attributes, line) => {
        count += 1;
        if (count > MAX_ELEMENTS) throw new XmlError('limit', line, 'it has too many elements');
        const element: Open = {
          name: plainName(name),
          attributes: Object.fromEntries(
            Object.entries(attributes).map(([key, value]) => [plainName(key), value]),
          ),
          children: [],
          line,
        };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      close: () => {
        const element = open.pop();
        if (element) onClose(element, open.length);
      },
      text: (text) => {
        open.at(-1)?.children.push(text);
      },
    },
    limits,
  );
  const root = elementsOf(open[0] as XmlElement)[0];
  if (!root) throw new XmlError('syntax', 1, 'it has no element');
  return root;
}

export const isElement = (node: XmlNode): node is XmlElement => typeof node !== 'string';
export const elementsOf = (element: XmlElement): XmlElement[] => element.children.filter(isElement);
export const childrenNamed = (element: XmlElement, name: string): XmlElement[] =>
  elementsOf(element).filter((child) => child.name === name);
export const childNamed = (element: XmlElement, name: string): XmlElement | undefined =>
  elementsOf(element).find((child) => child.name === name);

/** All descendants in document order. */
export function* descendantsOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    yield child;
    yield* descendantsOf(child);
  }
}

/** All text of the descendants, without markup. */
export function textOf(element: XmlElement | undefined): string {
  if (!element) return '';
  return element.children.map((child) => (isElement(child) ? textOf(child) : child)).join('');
}
