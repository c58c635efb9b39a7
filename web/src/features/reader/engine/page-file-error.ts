/** The server answered, with something else than the page's picture or text. */
export class PageFileError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`a file of a page answered ${status}`);
    this.status = status;
  }
}

/**
 * Its address has ended, with the grant or with the book's revision; or there is no network, and an offline book has
 * addresses of its own. A server that fails has the same addresses afterwards.
 */
export const mayHaveMoved = (error: unknown): boolean =>
  !(error instanceof PageFileError && error.status >= 500);
