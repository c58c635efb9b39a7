import type { ComponentType, ReactNode } from 'react';

/** The reading position, as components of other features receive it, so that they do not depend on the viewer. */
export interface ReadingPlace {
  readonly bookId: string;
  readonly page: number;
  readonly numberOfPages: number;
  /** The user may read the complete book; otherwise lectures, tests and notes are locked. */
  readonly granted: boolean;
  /** The user is a customer with access: progress, answers and watched materials are stored. */
  readonly records: boolean;
  /** Incremented each time the server has stored which pages were shown. */
  readonly progressStores: number;
  /** Opened where reading stopped, and no page was turned since. */
  readonly isResumed: boolean;
  /** The address named this page, and no page was turned since. */
  readonly isLinked: boolean;
  /** The reader came to look something up on this page, and may go back to where they read. */
  readonly isLookUp: boolean;
  goTo(page: number): void;
  /** Called before a mandatory test opens: the specification leaves full screen first. */
  leaveFullScreen(): void;
}

type Slot = ComponentType<{ readonly place: ReadingPlace }>;

/** Components of other features, provided by the route. A missing slot takes no space. */
export interface ReaderSlots {
  /** Materials and tests of the current page, beside the page. */
  readonly PagePanel?: Slot;
  /**
   * Opened by the Lectures and Tests buttons on a phone: what the current page has, then all of the book. Without them, and on
   * wide screens, the buttons are links.
   */
  readonly Lectures?: Slot;
  readonly Tests?: Slot;
  /** Automatically opens what is due at a page (tests, survey); a dismissed one becomes a line below the pages. */
  readonly Watcher?: Slot;
  /** The page-range alert above the pages. Renders nothing if there is none. */
  readonly Alert?: Slot;
  /** Makes a card of a highlight or note. */
  readonly Card?: ComponentType<{
    readonly annotationId: string;
    readonly quote: string;
    readonly note: string;
    readonly onClose: (isMade?: boolean) => void;
  }>;
  /** How many cards each highlight or note has, by its id; those without cards are left out. */
  readonly cardCounts?: ReadonlyMap<string, number>;
  /** Shows the newest card of a highlight or note, to change it. */
  readonly OwnCard?: ComponentType<{ readonly annotationId: string; readonly onClose: () => void }>;
  /** What is open beside the page, over it on a phone. */
  readonly beside?: {
    /** Another one takes its place. */
    readonly id: string;
    readonly content: ReactNode;
    /** On a phone, it may go on in a corner while one reads. */
    readonly mayShrink: boolean;
    close(): void;
  };
  /** What pages have. Undefined until it is known. */
  readonly onPages?: OnPages;
  /** More menu items. */
  readonly menu?: ReactNode;
  /** The state of each chapter by id, as specified. */
  readonly chapterMarks?: ReadonlyMap<string, 'started' | 'complete'>;
}

/** How many lectures, and how many quizzes and tests, there are on a page; pages without any are left out. */
export interface OnPages {
  readonly lectures: ReadonlyMap<number, number>;
  readonly tests: ReadonlyMap<number, number>;
}

/** What the preview offers for reading the rest. Users who cannot subscribe are not asked to. */
export interface ReaderOffer {
  readonly kind:
    | 'enroll'
    /** Bought, and not activated by PayPal yet. */
    | 'waiting'
    /** This edition is no longer sold. */
    | 'newEdition'
    /** Authors and editors read their assigned books. */
    | 'assigned'
    | 'staff';
  readonly to: string;
  /** Why the reader's institution does not open the book. */
  readonly note?: string | undefined;
}

export interface ReaderLinks {
  readonly back: string;
  readonly lectures: string;
  readonly tests: string;
  readonly offer: ReaderOffer;
  /** For visitors only. */
  readonly signIn?: string | undefined;
  /** Why the links cannot be opened without a network, as text. */
  readonly closed?: string | undefined;
}
