import { oneRun } from '@vesalius/contract/page-runs';
import type { BookPages } from '@vesalius/contract/reader';
import type { ReactNode } from 'react';
import { vi } from 'vitest';
import { fakeEngine } from '../features/reader/engine/fake-engine.ts';
import type { PageEngine } from '../features/reader/engine/page-engine.ts';
import { Reader } from '../features/reader/reader.tsx';
import type { ReaderOffer, ReaderSlots } from '../features/reader/slots.ts';
import { type Answers, renderScreen, sessionOf } from './render.tsx';

/* A book of forty pages in the viewer. */

export const BOOK = '0197a000-0000-7000-8000-0000000000b1';

export const bookPages = (
  more: { granted?: boolean; labels?: string[] | null; endedAt?: string } = {},
): BookPages => {
  const granted = more.granted ?? true;
  return {
    book: {
      id: BOOK,
      title: 'The Heart',
      author: 'A. Writer',
      language: 'en',
      price: 199,
      number_of_pages: 40,
      new_version_book: null,
    },
    revision: 1,
    access: {
      granted,
      is_subscribed: granted,
      records: granted,
      annotates: granted,
      last_page: granted ? 40 : 15,
      ended_at: more.endedAt ?? null,
    },
    files: {
      grant: 'g',
      expires_at: '2031-01-01T00:00:00.000Z',
      runs: oneRun(BOOK, 1, 40),
      grants: { [`${BOOK}/1`]: 'g' },
    },
    sizes: [[504, 720, 40]],
    labels: more.labels ?? null,
    chapters: [
      { id: '0197a000-0000-7000-8000-0000000000c1', title: 'Valves', first_page: 1, last_page: 20 },
      { id: '0197a000-0000-7000-8000-0000000000c2', title: 'Vessels', first_page: 21, last_page: 40 },
    ],
    outline: [{ depth: 0, title: 'The mitral valve', page: 4 }],
    progress: { status: 'in_progress', page: 7 },
    reader_name: granted ? 'Ada Byron' : null,
  };
};

export const openReader = async (
  data: BookPages,
  {
    page = 7,
    passage,
    slots = {},
    answers = {},
    signIn,
    offer = { kind: 'enroll', to: '/enroll' },
    state,
    language,
    beside,
    text = (number) => `Page ${number} tells of the mitral valve`,
    engine = fakeEngine(text),
  }: {
    page?: number;
    passage?: string;
    text?: (page: number) => string;
    engine?: PageEngine;
    slots?: ReaderSlots;
    answers?: Answers;
    signIn?: string;
    offer?: ReaderOffer;
    state?: unknown;
    /** Of the screens. */
    language?: 'en' | 'ar';
    beside?: ReactNode;
  } = {},
) => {
  const onPlace = vi.fn();
  const rendered = await renderScreen(
    <>
      <Reader
        data={data}
        engine={engine}
        askedPage={page}
        askedPassage={passage ?? null}
        onPlace={onPlace}
        slots={slots}
        links={{ back: '/profile', lectures: '/lectures', tests: '/tests', offer, signIn }}
      />
      {beside}
    </>,
    {
      namespaces: ['reader'],
      session: sessionOf('customer'),
      answers: { 'GET /annotations': { data: [] }, 'PATCH /books/update_current_progress': {}, ...answers },
      state,
      ...(language && { language }),
    },
  );
  return { ...rendered, onPlace };
};

/** jsdom has no layout: a window of a desktop's size, and no observers. */
export function stubLayout(): void {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(700);
  Element.prototype.scrollIntoView = () => {};
  Range.prototype.getClientRects = () => [] as unknown as DOMRectList;
}
