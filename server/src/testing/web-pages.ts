import type { WebBuild } from '../app/web-build.ts';

/** A minimal web app, for tests of how the server caches and sends documents. */
export const webPages = (more: Partial<WebBuild> = {}): WebBuild => ({
  folder: import.meta.dirname,
  scriptHashes: [],
  shell: 'shell',
  unknownPage: 'unknown page',
  pageAt: (url) => ({ kind: 'public', address: url }),
  render: async () => null,
  viewer: (_language, preview, picture) => JSON.stringify({ preview, picture }),
  ...more,
});
