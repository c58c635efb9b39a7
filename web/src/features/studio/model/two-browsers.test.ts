import { type Random, randomOperation, seeded } from '@vesalius/contract/testing/random-operations';
import { expect, it } from 'vitest';
import { DOCUMENT, openTab, settled } from './testing/fake-tab.ts';
import { fakeWork, type Line } from './testing/fake-work.ts';

/** Calls that are late, overtake each other, and get lost in either direction. */
function badLine(random: Random): Line & { mend(): void } {
  let isBad = true;
  return {
    async travel() {
      for (let ticks = isBad ? random(12) : 0; ticks > 0; ticks -= 1) await Promise.resolve();
    },
    isLost: () => isBad && random(10) === 0,
    isAnswerLost: () => isBad && random(8) === 0,
    mend: () => {
      isBad = false;
    },
  };
}

it.each([
  [1, 'and never undo'],
  [2, 'and never undo'],
  [3, 'and undo'],
] as const)(
  'two that edit a thousand times over bad lines end with the same, and nothing is lost (%i, %s)',
  async (seed, manner) => {
    const random = seeded(seed);
    const server = fakeWork(DOCUMENT);
    const lines = [badLine(random), badLine(random)];
    const tabs = [await openTab(server, 'ada', lines[0]), await openTab(server, 'ben', lines[1])];
    const made = new Set<string>();
    const undone = new Set<string>();
    const underWay: Promise<unknown>[] = [];
    let keys = 0;
    for (let edit = 0; edit < 1000; edit += 1) {
      const editing = tabs[random(2)] as (typeof tabs)[number];
      const store = editing.store();
      const isUndo = manner === 'and undo' && random(15) === 0;
      if (isUndo) undone.add(store.undo({ redo: random(3) === 0 }));
      made.add(store.change(randomOperation(store.snapshot().document, random, () => `k${++keys}`)));
      if (random(3) === 0) underWay.push(store.send());
      if (random(5) === 0) underWay.push(store.pull().catch(() => undefined));
      const isReloaded = random(100) === 0;
      if (isReloaded) await editing.reload();
      for (let ticks = random(20); ticks > 0; ticks -= 1) await Promise.resolve();
    }
    for (const line of lines) line.mend();
    await Promise.all(underWay);
    const stores = tabs.map((each) => each.store());
    await settled(...stores);
    await settled(...stores);
    for (const store of stores) {
      expect(store.snapshot().saving.state).toBe('saved');
      expect(store.snapshot().document).toEqual(server.copy().document);
    }
    const arrived = new Set(server.made().map(({ changeId }) => changeId));
    expect(arrived.size).toBe(server.made().length);
    const disputes = tabs.flatMap((each) => each.kept().disputes);
    const disputed = disputes.flatMap(({ changeIds }) => changeIds);
    const known = [...arrived, ...disputed];
    // Each change is applied once or disputed once, and there are no others.
    expect(new Set(known).size).toBe(known.length);
    expect(known.filter((id) => !undone.has(id)).toSorted()).toEqual([...made].toSorted());
    expect(disputed.length).toBeGreaterThan(0);
  },
);
