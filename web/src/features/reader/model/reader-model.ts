import type { BookPages } from '@vesalius/contract/reader';
import type { Crop } from '@vesalius/contract/text-crop';
import { type Context, createContext, createElement, type ReactNode, use } from 'react';
import type { PageEngine } from '../engine/page-engine.ts';
import type { PageSize } from '../layout/page-layout.ts';
import type { PageScroller } from '../layout/use-page-scroller.ts';
import type { Listening } from '../listening/use-listening.ts';
import type { NoteEditing } from '../notes/use-note-editing.ts';
import type { NoteToolsState } from '../notes/use-note-tools.ts';
import type { PageRange } from '../preview.ts';
import type { BookSearch } from '../search/use-book-search.ts';
import type { HitSteps } from '../search/use-hit-steps.ts';
import type { ReaderLinks, ReaderSlots, ReadingPlace } from '../slots.ts';
import type { Commands } from './use-commands.ts';
import type { Focus } from './use-focus.ts';
import type { Overlays } from './use-overlays.ts';
import type { Viewing } from './use-viewing.ts';

/** What stays the same while a book is read; `data` changes whenever progress is stored. */
export interface Book {
  readonly engine: PageEngine;
  readonly sizes: readonly PageSize[];
  /** What "Fit text" shows of each page. */
  readonly crops: readonly (Crop | null)[];
  readonly labels: readonly string[] | null;
  readonly language: string;
  readonly numberOfPages: number;
  /** The name printed small at the foot of each page; null = none. */
  readonly licensee: string | null;
}

export interface Place {
  readonly page: number;
  /** The pages through which the reader can scroll. */
  readonly range: PageRange;
  /** A page beyond the preview was requested. */
  readonly blocked: boolean;
  /** The position as other features receive it. */
  readonly reading: ReadingPlace;
  /** `silent`: the address is already right. By default, going back returns here. */
  goTo(page: number, y?: number, how?: 'jump' | 'instead' | 'silent', word?: number): void;
  /** Goes to a page to look something up: the stored place stays until the reader reads on from there. */
  lookUp(page: number, how?: 'silent'): void;
  /** From a panel: on a phone the panel closes to show the page. */
  leadTo(page: number, y?: number): void;
  /** Looks a page up from a panel. */
  leadToLookUp(page: number, y?: number): void;
  /** The page that a jump left; null = there is nowhere to return to. */
  readonly leftPage: number | null;
  goBack(): void;
  /** Offers no way back any more. */
  stay(): void;
  /** Moves by a page, or by two in two-page view. */
  step(direction: 1 | -1): void;
}

/** What the route provides. */
export interface Host {
  readonly slots: ReaderSlots;
  readonly links: ReaderLinks;
  /** The first page is shown: now other things may load. */
  readonly isShown: boolean;
}

/** In the preview: whether the lock at its end is in view. */
export interface Lock {
  readonly isSeen: boolean;
  setSeen(isSeen: boolean): void;
}

/** The viewer without its views. Parts change independently, so that a view renders only with what it reads. */
export interface ReaderModel {
  readonly data: BookPages;
  readonly book: Book;
  readonly host: Host;
  readonly place: Place;
  /** The position where scrolling last ended. */
  readonly settled: ReadingPlace;
  readonly view: Viewing;
  readonly pages: PageScroller;
  /** 1 = 100 percent. */
  readonly scale: number;
  /** Call when a page has been drawn. */
  readonly markDrawn: () => void;
  readonly notes: NoteEditing;
  readonly noteTools: NoteToolsState;
  readonly search: BookSearch;
  readonly hits: HitSteps;
  readonly listening: Listening;
  readonly lock: Lock;
  readonly overlays: Overlays;
  readonly focus: Focus;
  readonly commands: Commands;
}

const PARTS = [
  'data',
  'book',
  'host',
  'place',
  'settled',
  'view',
  'pages',
  'scale',
  'markDrawn',
  'notes',
  'noteTools',
  'search',
  'hits',
  'listening',
  'lock',
  'overlays',
  'focus',
  'commands',
] as const satisfies readonly (keyof ReaderModel)[];
type Part = (typeof PARTS)[number];
const CONTEXTS = Object.fromEntries(PARTS.map((part) => [part, createContext(null)])) as unknown as {
  readonly [Name in Part]: Context<ReaderModel[Name] | null>;
};

/** Tests of a view provide the parts that it reads. */
export function ReaderModelProvider({
  model,
  children,
}: {
  model: Partial<ReaderModel>;
  children: ReactNode;
}) {
  return PARTS.reduceRight<ReactNode>(
    (inner, part) => createElement(CONTEXTS[part] as Context<unknown>, { value: model[part] ?? null }, inner),
    children,
  );
}

/** One part of the viewer's model; the view renders again when that part changes. */
export function useReader<Name extends Part>(part: Name): ReaderModel[Name] {
  const value = use(CONTEXTS[part]);
  if (value === null) throw new Error(`${part} is read outside of the viewer`);
  return value as ReaderModel[Name];
}
