import type { SocialLink } from '@vesalius/contract/web-pages';

/** Of the server's own rendering, which has no page to read them from. */
let given: readonly SocialLink[] | null = null;
export function setSocialLinks(links: readonly SocialLink[]): void {
  given = links;
}

/** The publisher's pages elsewhere, for the footer, as the server wrote them into the page (SOCIAL_LINKS). */
export function socialLinks(): readonly SocialLink[] {
  if (given) return given;
  const text = document.querySelector<HTMLMetaElement>('meta[name="social-links"]')?.content;
  return text ? (JSON.parse(text) as SocialLink[]) : [];
}
