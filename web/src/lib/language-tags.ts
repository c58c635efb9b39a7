/** The language of a tag without region or script: "en" of "en-GB", and of "en_GB", as Android writes it. */
export const baseLanguage = (tag: string): string => tag.toLowerCase().split(/[-_]/)[0] ?? '';

/** The name of a language in the one of the screen; its code if it is incomplete, or unknown to the browser. */
export function languageName(tag: string, shownIn: string): string {
  try {
    return new Intl.DisplayNames(shownIn, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
