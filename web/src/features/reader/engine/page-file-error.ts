/** The server's response is not the page's image or text. */
export class PageFileError extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`a file of a page answered ${status}`);
    this.status = status;
  }
}

/**
 * Whether new addresses may help: the grant or the book's revision has changed, or there is no network and an offline
 * book has its own addresses. After a server error the addresses are the same.
 */
export const mayHaveMoved = (error: unknown): boolean =>
  !(error instanceof PageFileError && error.status >= 500);
