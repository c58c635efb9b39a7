/** Where the reader is: what the viewer's route tells us. The viewer's own type has the same fields. */
export interface Place {
  readonly bookId: string;
  readonly page: number;
  readonly numberOfPages: number;
  readonly granted: boolean;
  readonly records: boolean;
  goTo(page: number): void;
  leaveFullScreen(): void;
}
