import type { PageText } from '@vesalius/contract/reader-text';

/** The words of each text layer on the screen. */
export const layerTexts = new WeakMap<Element, PageText>();
