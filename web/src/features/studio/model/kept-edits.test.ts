import { afterEach, expect, it, vi } from 'vitest';
import { storeSession } from '../../../lib/session.ts';
import { unsentForms } from '../../../lib/unsent.ts';
import { countUnsentTexts } from '../../../lib/user-storage.ts';
import { sessionOf } from '../../../testing/render.tsx';
import { keptEdits } from './kept-edits.ts';
import type { Kept } from './waiting.ts';

const changeOf = (id: string): Kept => ({
  waiting: [
    { kind: 'change', id, base: 0, operations: [{ op: 'set', path: ['title'], value: id }], sent: true },
  ],
  disputes: [],
});
const idsOf = ({ kept }: { kept: Kept }) => kept.waiting.map(({ id }) => id);

/** The part of the browser's locks that is used here: jsdom has none. */
function stubLocks(): void {
  const held = new Set<string>();
  const request = async (name: string, ...rest: unknown[]) => {
    const work = rest.at(-1) as (lock: object | null) => unknown;
    if (held.has(name)) return work(null);
    held.add(name);
    try {
      return await work({ name });
    } finally {
      held.delete(name);
    }
  };
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { locks: { request } }));
}
afterEach(() => vi.unstubAllGlobals());

it('the next tab takes over the unsent changes of a closed one, once', async () => {
  storeSession(sessionOf('author'));
  (await keptEdits('w1')).keep(changeOf('first'));
  expect(idsOf(await keptEdits('w2'))).toEqual([]);
  const next = await keptEdits('w1');
  expect(idsOf(next)).toEqual(['first']);
  expect(countUnsentTexts(sessionOf('author').userId)).toBe(1);
  next.keep(null);
  expect(countUnsentTexts(sessionOf('author').userId)).toBe(0);
  expect(idsOf(await keptEdits('w1'))).toEqual([]);
});

it('is opened on the desk, wherever it was written', async () => {
  storeSession(sessionOf('author'));
  window.history.replaceState(null, '', '/studio/w7/start');
  const { keep } = await keptEdits('w7');
  keep(changeOf('late'));
  expect(unsentForms().map(({ path }) => path)).toEqual(['/studio/w7']);
  keep(null);
});

it('leaves the entry of another open tab until that tab leaves', async () => {
  stubLocks();
  storeSession(sessionOf('author'));
  const open = await keptEdits('w1');
  open.keep(changeOf('of the other tab'));
  expect(idsOf(await keptEdits('w1'))).toEqual([]);
  open.leave();
  await expect.poll(async () => idsOf(await keptEdits('w1'))).toEqual(['of the other tab']);
});

it('shows nothing to another user', async () => {
  storeSession(sessionOf('author'));
  (await keptEdits('w1')).keep(changeOf('private'));
  storeSession(sessionOf('editor'));
  expect(idsOf(await keptEdits('w1'))).toEqual([]);
});
