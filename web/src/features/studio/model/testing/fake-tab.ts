import type { Fields } from '@vesalius/contract/working-copy-document';
import type { Kept } from '../waiting.ts';
import { createWorkStore } from '../work-store.ts';
import { type fakeWork, GOOD_LINE, type Line } from './fake-work.ts';

export const NOTHING: Kept = { waiting: [], disputes: [] };
export const DOCUMENT: Fields = {
  title: 'Atlas',
  chapters: [
    { key: 'one', title: 'First' },
    { key: 'two', title: 'Second' },
  ],
};
type FakeWork = ReturnType<typeof fakeWork>;

/** A user's tab: what it stores outlives its store, as browser storage does. */
export async function openTab(server: FakeWork, user: string, line: Line = GOOD_LINE) {
  let kept: Kept = NOTHING;
  const open = async () => {
    const work = await server.calls(user).read();
    let isOpen = true;
    const store = createWorkStore({
      calls: server.calls(user, line),
      work,
      kept,
      keep: (next) => {
        // A closed page writes nothing.
        if (isOpen) kept = JSON.parse(JSON.stringify(next ?? NOTHING));
      },
      now: () => new Date('2026-03-01T09:00:00Z'),
      soon: () => {},
      pause: () => line.travel(),
    });
    return Object.assign(store, {
      kill: () => {
        isOpen = false;
        store.close();
      },
    });
  };
  let store = await open();
  return {
    store: () => store,
    kept: () => kept,
    async reload() {
      store.kill();
      store = await open();
      return store;
    },
  };
}
/** Resolves when everything is sent and received by all. */
export const settled = async (...stores: { send(): Promise<void>; pull(): Promise<void> }[]) => {
  for (const store of stores) await store.send();
  for (const store of stores) await store.pull();
};
