import type { Language } from './constants.ts';
import type { PageRun } from './page-runs.ts';

/*
 * What the server and the built web app agree on about documents. The web app's `entry-server` makes every HTML
 * document and says which address shows what; the server caches and sends them.
 */

/** One of the publisher's pages elsewhere, linked from the footer. */
export interface SocialLink {
  readonly name: string;
  readonly url: string;
}

/** What everybody may fetch of a book, inside the viewer's document: its first page waits for no other answer. */
export interface ViewerPreview {
  readonly revision: number;
  readonly last_page: number;
  /** Where all pages are, and the grants of what everybody may read. */
  readonly runs: readonly PageRun[];
  readonly grants: Readonly<Record<string, string>>;
  /** Points: a wider or narrower page is shown so from the beginning. */
  readonly common_width: number;
  /** Whether the document carries the page's image. */
  readonly picture?: boolean;
}

/** What an address shows. */
export type PageAt =
  /** Nothing: the web app has no such screen. */
  | { readonly kind: 'unknown' }
  /** A viewer of something that cannot be a book. */
  | { readonly kind: 'no-book' }
  /** `page`: the free page that the address names. */
  | { readonly kind: 'viewer'; readonly bookId: string; readonly page: number | null }
  /** Rendered on the server. `address`: the one spelling of all addresses that show the same. */
  | { readonly kind: 'public'; readonly address: string }
  /** Rendered in the browser. */
  | { readonly kind: 'shell' };

export interface PageRequest {
  readonly address: string;
  readonly language: Language;
  /** The public name of this server, without a slash at its end. */
  readonly origin: string;
  readonly fetchCall: (path: string) => Promise<{ status: number; body: unknown }>;
}

export interface WebPages {
  /** Of the inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[];
  /** The empty document of every screen that is rendered in the browser. */
  readonly shell: string;
  /** For an address without a screen: leads home, and says so where scripts do not run. */
  readonly unknownPage: string;
  pageAt(url: string): PageAt;
  /** A public page as a visitor sees it; null when it cannot be rendered now. */
  render(request: PageRequest): Promise<{ status: number; document: string } | null>;
  /** The viewer's document. `picture`: the image of the page that the address names, in base64. */
  viewer(language: Language, preview: ViewerPreview | null, picture: string | null): string;
}

/** What `web/dist/server/entry-server.js` exports. `clientFolder`: the files that browsers get. */
export type OpenPages = (options: {
  readonly clientFolder: string;
  readonly socialLinks: readonly SocialLink[];
}) => WebPages;
