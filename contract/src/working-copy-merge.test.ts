import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomOperation, seeded } from './testing/random-operations.ts';
import { applyOperation, type Operation, tryOperations } from './working-copy.ts';
import type { Fields } from './working-copy-document.ts';
import { type Change, type Copy, type Made, mergeChanges, undoAndRedo } from './working-copy-merge.ts';

const MAX = 100_000;
const ADA = 'ada';
const BEN = 'ben';
const START: Copy = {
  document: {
    title: 'Atlas',
    chapters: [
      { key: 'one', title: 'First' },
      { key: 'two', title: 'Second' },
    ],
  },
  version: 0,
};
const change = (id: string, ...operations: Operation[]): Change => ({ id, operations });
const setTitle = (value: string): Operation => ({ op: 'set', path: ['title'], value });
const setChapter = (key: string, value: string): Operation => ({
  op: 'set',
  path: ['chapters', `#${key}`, 'title'],
  value,
});
const removeChapter = (key: string): Operation => ({ op: 'remove', path: ['chapters', `#${key}`] });

function server(start: Copy) {
  let copy = start;
  let made: readonly Made[] = [];
  return {
    copy: () => copy,
    since: (version: number) => made.filter((each) => each.version > version),
    send(userId: string, base: number, changes: readonly Change[], maxBytes = MAX) {
      const later = made.filter(({ version }) => version > base);
      const merged = mergeChanges(copy, later, changes, { userId, maxBytes });
      copy = { document: merged.document, version: merged.version };
      made = [...made, ...merged.made];
      return merged.outcomes;
    },
    undo(userId: string, id: string, target: readonly number[]) {
      const taken = made.filter(({ version }) => target.includes(version)).toReversed();
      const [outcome] = this.send(userId, Math.min(...target), [
        { id, operations: taken.map(({ inverse }) => inverse) },
      ]);
      made = made.map((each) => (each.changeId === id ? { ...each, undoes: target.at(-1) ?? null } : each));
      return outcome;
    },
  };
}

describe('changes of several people', () => {
  it('are applied where nobody else was', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setTitle('Of Ada'))]);
    const outcomes = shared.send(BEN, 0, [change('b', setChapter('one', 'Of Ben'))]);
    expect(outcomes).toMatchObject([{ id: 'b', state: 'applied', version: 2 }]);
    expect(shared.copy().document).toMatchObject({ title: 'Of Ada', chapters: [{ title: 'Of Ben' }, {}] });
  });

  it('are refused with both values where somebody else was later', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setTitle('Of Ada'))]);
    const [outcome] = shared.send(BEN, 0, [change('b', setTitle('Of Ben'))]);
    expect(outcome).toMatchObject({
      state: 'conflict',
      conflict: { path: ['title'], mine: 'Of Ben', theirs: 'Of Ada', user_id: ADA, version: 1 },
    });
    expect(shared.copy()).toMatchObject({ version: 1, document: { title: 'Of Ada' } });
  });

  it('do not meet what was taken back', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setTitle('Of Ada'))]);
    shared.undo(ADA, 'u', [1]);
    expect(shared.send(BEN, 0, [change('b', setTitle('Of Ben'))])).toMatchObject([{ state: 'applied' }]);
  });

  it('do not meet what their own person did elsewhere', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setTitle('At the desk'))]);
    shared.send(ADA, 0, [change('b', setTitle('On the train'))]);
    expect(shared.copy().document.title).toBe('On the train');
  });

  it('are made whole or not at all', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setTitle('Of Ada'))]);
    const outcomes = shared.send(BEN, 0, [
      change('b', setChapter('one', 'Of Ben'), setTitle('Of Ben')),
      change('c', setChapter('two', 'Of Ben'), removeChapter('nine')),
    ]);
    expect(outcomes).toMatchObject([
      { state: 'conflict' },
      { state: 'refused', refusal: { code: 'no_entry' } },
    ]);
    expect(shared.copy().document.chapters).toEqual(START.document.chapters);
  });

  it('that build on a refused one are refused with it', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', setChapter('one', 'Of Ada'))]);
    const outcomes = shared.send(BEN, 0, [
      change('b', { op: 'move', path: ['chapters', '#one'], to: ['appendices'], after: null }),
      change('c', { op: 'set', path: ['appendices', '#one', 'note'], value: 'Moved' }),
      change('d', setTitle('Of Ben')),
    ]);
    expect(outcomes.map(({ state }) => state)).toEqual(['conflict', 'conflict', 'applied']);
  });

  it('can be made over what others did, by taking that back', () => {
    const shared = server(START);
    shared.send(ADA, 0, [change('a', removeChapter('two'))]);
    const mine = change('b', setChapter('two', 'Of Ben'));
    const [outcome] = shared.send(BEN, 0, [mine]);
    const restoring = outcome?.state === 'conflict' ? outcome.conflict.restoring : [];
    const kept = tryOperations(shared.copy().document, [...restoring, ...mine.operations]);
    expect(kept?.chapters).toEqual([
      { key: 'one', title: 'First' },
      { key: 'two', title: 'Of Ben' },
    ]);
  });

  it('do not grow a book beyond its bounds, and may make it smaller', () => {
    const long = { ...START, document: { ...START.document, brief: 'x'.repeat(500) } };
    const shared = server(long);
    expect(shared.send(ADA, 0, [change('a', setTitle('y'.repeat(50)))], 300)).toMatchObject([
      { state: 'refused', refusal: { code: 'too_large' } },
    ]);
    expect(shared.send(ADA, 0, [change('b', removeChapter('two'))], 300)).toMatchObject([
      { state: 'applied' },
    ]);
  });

  it('converge in two browsers that replay what the server made', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const random = seeded(seed);
        const shared = server(START);
        const browsers = [ADA, BEN].map((user) => ({ user, copy: START }));
        let next = 0;
        const pull = (browser: { copy: Copy }) => {
          for (const { operation, version } of shared.since(browser.copy.version))
            browser.copy = { document: applyOperation(browser.copy.document, operation).document, version };
        };
        for (let round = 0; round < 40; round += 1) {
          const browser = browsers[random(2)] as (typeof browsers)[number];
          if (random(2) === 0) pull(browser);
          const changes: Change[] = [];
          let view: Fields = browser.copy.document;
          for (let count = random(4); count >= 0; count -= 1) {
            const operation = randomOperation(view, random, () => `k${++next}`);
            view = applyOperation(view, operation).document;
            changes.push(change(`c${++next}`, operation));
          }
          const outcomes = shared.send(browser.user, browser.copy.version, changes);
          expect(outcomes.map(({ id }) => id)).toEqual(changes.map(({ id }) => id));
          // What is refused without a conflict would be lost: nobody else was there.
          expect(outcomes.filter(({ state }) => state === 'refused')).toEqual([]);
          pull(browser);
        }
        for (const browser of browsers) pull(browser);
        expect(browsers.map(({ copy }) => copy)).toEqual([shared.copy(), shared.copy()]);
      }),
      { numRuns: 30 },
    );
  }, 60_000);
});

describe('what can be undone and done again', () => {
  const step = (version: number, undoes: number | null = null) => ({
    changeId: `v${version}`,
    versions: [version],
    undoes,
  });
  it.each([
    ['a change', [step(1)], ['v1'], []],
    ['a change taken back', [step(1), step(2, 1)], [], ['v2']],
    ['two taken back one after the other', [step(1), step(2), step(3, 2), step(4, 1)], [], ['v3', 'v4']],
    ['a change done again', [step(1), step(2, 1), step(3, 2)], ['v3'], []],
    ['a new change, after which nothing is done again', [step(1), step(2, 1), step(3)], ['v3'], []],
    ['an older one taken back alone', [step(1), step(2), step(3, 1)], ['v2'], ['v3']],
    ['what another person did', [step(1), step(5, 4)], ['v1', 'v5'], []],
  ])('knows %s', (_, steps, undo, redo) => {
    expect(undoAndRedo(steps)).toEqual({ undo, redo });
  });
});
