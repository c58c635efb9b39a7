import { act, render } from '@testing-library/react';
import type { Annotation } from '@vesalius/contract/reader';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { expect, it, vi } from 'vitest';
import { NOTE, noteOf } from './testing/open-book.tsx';
import { useAskedNote } from './use-asked-note.ts';

const open = (address: string) => {
  const goTo = vi.fn();
  function Viewer({ all }: { all: readonly Annotation[] }) {
    useAskedNote({ all, find: (id: string) => all.find((each) => each.id === id) } as never, goTo);
    return null;
  }
  const at = (all: readonly Annotation[]) => (
    <RouterProvider
      router={createMemoryRouter([{ path: '*', element: <Viewer all={all} /> }], {
        initialEntries: [address],
      })}
    />
  );
  const rendered = render(at([]));
  return { goTo, load: (all: readonly Annotation[]) => act(() => rendered.rerender(at(all))) };
};

it('leads to the annotation of the address once it is loaded', () => {
  const { goTo, load } = open(`/?page=7&note=${NOTE}`);
  expect(goTo).not.toHaveBeenCalled();
  load([noteOf('see echo')]);
  expect(goTo).toHaveBeenCalledExactlyOnceWith(7, 0.2, 'silent');
});

it('stays on the page if the annotation is gone, or its passage is', () => {
  const gone = open('/?page=7&note=another');
  gone.load([noteOf('see echo')]);
  expect(gone.goTo).not.toHaveBeenCalled();
  const orphan = open(`/?page=7&note=${NOTE}`);
  orphan.load([{ ...noteOf('see echo'), orphaned: true }]);
  expect(orphan.goTo).not.toHaveBeenCalled();
});
