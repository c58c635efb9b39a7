/**
 * How long a shared cache in front of the product keeps a file, in seconds: `X-Accel-Expires`, which nginx obeys and
 * removes (deploy/nginx/edge.conf). It is another time than the browser's, which ends with the reader's grant. What has
 * no such header is not kept. After it, the cache asks whether its copy is current.
 */
export const EDGE_LIFE = {
  /** Written once; a changed page is another set's. */
  picture: 30 * 86_400,
  /** A later release of the product may read the text of a page anew and store it under the same name. */
  text: 600,
  /** Named by their content. */
  file: 86_400,
  /** Needs no grant, so a portrait that was removed must soon be gone from caches as well. */
  public: 3600,
  /** Also named by their content, of this build and those before. */
  webAsset: 86_400,
} as const;

export const EDGE_HEADER = 'x-accel-expires';
