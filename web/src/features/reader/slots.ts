import type { ComponentType, ReactNode } from 'react';

/** Where the reader is: what other features' components are told, so that they need to know nothing of the viewer. */
export interface ReadingPlace {
  readonly bookId: string;
  readonly page: number;
  readonly numberOfPages: number;
  /** The whole book is open to this person; otherwise lectures, tests and notes are locked. */
  readonly granted: boolean;
  /** A customer with access: progress, answers and watched marks are kept. */
  readonly records: boolean;
  /** Grows each time the server has stored which pages were shown. */
  readonly progressStores: number;
  goTo(page: number): void;
  /** A mandatory test takes over the screen: the specification leaves full screen first. */
  leaveFullScreen(): void;
}

type Slot = ComponentType<{ readonly place: ReadingPlace }>;

/** What the route plugs in from lectures, assessments and others. A slot left out takes no room. */
export interface ReaderSlots {
  /** What belongs to the page being read: beside the page, on a phone in a sheet. */
  readonly PagePanel?: Slot;
  /** Behind the Lectures and Tests buttons on a phone. Without them, and on wide screens, the buttons are links. */
  readonly Lectures?: Slot;
  readonly Tests?: Slot;
  /** Opens by itself what is due at a page (tests, survey); what the reader put off is a line below the pages. */
  readonly Watcher?: Slot;
  /** A line above the pages: the page-range alert. Renders nothing when there is nothing to say. */
  readonly Alert?: Slot;
  /** More entries of the menu. */
  readonly menu?: ReactNode;
  /** By chapter id: what the specification calls started and complete. */
  readonly chapterMarks?: ReadonlyMap<string, 'started' | 'complete'>;
}

/** What leads from the preview towards the whole book: who cannot subscribe is not asked to. */
export interface ReaderOffer {
  readonly kind:
    | 'enroll'
    /** This edition is not sold any more. */
    | 'newEdition'
    /** Authors and editors read what they were assigned. */
    | 'assigned'
    | 'staff';
  readonly to: string;
}

export interface ReaderLinks {
  readonly back: string;
  readonly lectures: string;
  readonly tests: string;
  readonly offer: ReaderOffer;
  /** For visitors alone. */
  readonly signIn?: string | undefined;
  /** Without a network what they lead to cannot be shown: why, in words. */
  readonly closed?: string | undefined;
}
