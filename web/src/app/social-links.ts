/**
 * The publisher's pages elsewhere, for the footer. Set when the web is built:
 * `VITE_SOCIAL_LINKS="LinkedIn=https://...;YouTube=https://..."`. None by default: no link leads to a stranger's page.
 */
export const SOCIAL_LINKS: readonly { readonly name: string; readonly url: string }[] = (
  (import.meta.env.VITE_SOCIAL_LINKS as string | undefined) ?? ''
)
  .split(';')
  .map((entry) => /^\s*([^=]+?)\s*=\s*(https:\/\/\S+)\s*$/.exec(entry))
  .filter((match) => match !== null)
  .map((match) => ({ name: match[1] as string, url: match[2] as string }));
