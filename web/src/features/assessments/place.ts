/** The reading position, from the viewer's route. The viewer's own type has the same fields. */
export interface Place {
  readonly bookId: string;
  readonly page: number;
  readonly numberOfPages: number;
  readonly granted: boolean;
  readonly records: boolean;
  /** Incremented each time the server has stored which pages were shown. */
  readonly progressStores: number;
  /** The viewer opened where reading stopped, and the reader has not turned a page since. */
  readonly isResumed: boolean;
  /** The viewer opened at a page that its address named, and the reader has not turned a page since. */
  readonly isLinked: boolean;
  /** The reader came to look something up on this page. */
  readonly isLookUp: boolean;
  goTo(page: number): void;
  leaveFullScreen(): void;
}
