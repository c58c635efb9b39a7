import type { Language } from './constants.ts';
import type { PageRun } from './page-runs.ts';
import type { Crop } from './text-crop.ts';

/*
 * The interface of the server and the built web app for documents. The web app's `entry-server` makes every HTML document and
 * decides what an address shows; the server caches and sends them.
 */

/** One of the publisher's pages elsewhere, linked in the footer. */
export interface SocialLink {
  readonly name: string;
  readonly url: string;
}

/** What anyone may see of a book, inside of the viewer's document, so that the first page needs no other answer. */
export interface ViewerPreview {
  readonly revision: number;
  readonly last_page: number;
  /** Where all pages are, and the grants of the public ones. */
  readonly runs: readonly PageRun[];
  readonly grants: Readonly<Record<string, string>>;
  /** In points: pages of another width are displayed correctly from the start. */
  readonly common_width: number;
  /** What "Fit text" shows of the public pages, from page 1 on. */
  readonly crops: readonly (Crop | null)[];
  /** Whether the document contains the page's image. */
  readonly picture?: boolean;
}

/** What an address shows. */
export type PageAt =
  /** No screen of the web app. */
  | { readonly kind: 'unknown' }
  /** A viewer with an id that cannot be a book's. */
  | { readonly kind: 'no-book' }
  /** `page` is the public page in the address. */
  | { readonly kind: 'viewer'; readonly bookId: string; readonly page: number | null }
  /** Rendered on the server. `address` is the canonical form of all addresses with the same content. */
  | { readonly kind: 'public'; readonly address: string }
  /** Rendered in the browser. */
  | { readonly kind: 'shell' };

export interface PageRequest {
  readonly address: string;
  readonly language: Language;
  /** The public origin of this server, without a trailing slash. */
  readonly origin: string;
  readonly fetchCall: (path: string) => Promise<{ status: number; body: unknown }>;
}

export interface WebPages {
  /** Hashes of the inline scripts, for the content security policy. */
  readonly scriptHashes: readonly string[];
  /** The empty document of every screen that is rendered in the browser. */
  readonly shell: string;
  /** For an unknown address: leads home, with a message if scripts do not run. */
  readonly unknownPage: string;
  pageAt(url: string): PageAt;
  /** A public page for a visitor; null if it cannot be rendered now. */
  render(request: PageRequest): Promise<{ status: number; document: string } | null>;
  /** The viewer's document. `picture` is the image of the page in the address, in base64. */
  viewer(language: Language, preview: ViewerPreview | null, picture: string | null): string;
}

/** The export of `web/dist/server/entry-server.js`. `clientFolder` contains the files for browsers. */
export type OpenPages = (options: {
  readonly clientFolder: string;
  readonly socialLinks: readonly SocialLink[];
}) => WebPages;
