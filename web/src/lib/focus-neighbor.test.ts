import { afterEach, expect, it } from 'vitest';
import { focusNeighbor, placeOf } from './focus-neighbor.ts';

afterEach(() => document.body.replaceChildren());

function remove(html: string): void {
  document.body.innerHTML = `<main>${html}</main>`;
  const section = document.querySelector('section');
  const button = section?.querySelector('button');
  if (!section || !button) throw new Error('the section has a button');
  const place = placeOf(button);
  section.remove();
  focusNeighbor(place);
}

it('moves to what stands before a section of the screen that is gone', () => {
  remove(
    '<h1 class="visually-hidden">Students</h1><ul><li><a href="/ada">Ada</a></li></ul><section><button>Undo</button></section>',
  );
  expect(document.activeElement).toHaveTextContent('Ada');
});

it('moves to no heading that cannot be seen', () => {
  remove(
    '<h1 class="visually-hidden">Students</h1><h2>Nobody is left</h2><section><button>Undo</button></section>',
  );
  expect(document.activeElement).toHaveTextContent('Nobody is left');
});
