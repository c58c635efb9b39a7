import type { SocialLink } from '@vesalius/contract/web-pages';

/** For server rendering, which has no page to read them from. */
let given: readonly SocialLink[] | null = null;
export function setSocialLinks(links: readonly SocialLink[]): void {
  given = links;
}

/** The publisher's pages elsewhere (SOCIAL_LINKS) for the footer, read from the page. */
export function socialLinks(): readonly SocialLink[] {
  if (given) return given;
  const text = document.querySelector<HTMLMetaElement>('meta[name="social-links"]')?.content;
  return text ? (JSON.parse(text) as SocialLink[]) : [];
}
