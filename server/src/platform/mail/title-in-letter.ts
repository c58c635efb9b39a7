import { withoutLinks } from '@vesalius/contract/links';

declare const isInLetter: unique symbol;
/** The only kind of title that letters accept, so that none reaches a sentence as it was typed. */
export type TitleInLetter = string & { readonly [isInLetter]: true };

const QUOTATION_MARKS = /["“”„‟«»\u301d-\u301f\uff02]/g;

/**
 * A title or another name that an account holder chose, for the sentences of a letter. Mail programs make no link of it, and it
 * cannot end the quotation marks around it to continue as a sentence of ours.
 */
export const titleInLetter = (title: string): TitleInLetter =>
  withoutLinks(title.replace(QUOTATION_MARKS, "'").replace(/\s+/g, ' ').trim()) as TitleInLetter;
