import type { PageText } from '@vesalius/contract/reader-text';

/** The words of each text layer in the document. */
export const layerTexts = new WeakMap<Element, PageText>();
