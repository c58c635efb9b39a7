import type { Operation } from '@vesalius/contract/working-copy';
import { describe, expect, it } from 'vitest';
import { CallError } from '../../../lib/api-client.ts';
import { DOCUMENT, NOTHING, openTab, settled } from './testing/fake-tab.ts';
import { fakeWork, GOOD_LINE, type Line } from './testing/fake-work.ts';

const set = (path: string[], value: string): Operation => ({ op: 'set', path, value });
const title = (value: string) => set(['title'], value);

describe('a working copy in a browser', () => {
  it('shows a change at once, and says when it is saved', async () => {
    const server = fakeWork(DOCUMENT);
    const store = (await openTab(server, 'ada')).store();
    expect(store.snapshot().saving).toEqual({ state: 'saved', at: null });
    store.change(title('Heart'));
    expect(store.snapshot()).toMatchObject({ document: { title: 'Heart' }, saving: { state: 'saving' } });
    await store.send();
    expect(store.snapshot()).toMatchObject({
      saving: { state: 'saved', at: new Date('2026-03-01T09:00:00Z') },
      canUndo: true,
    });
    expect(server.copy().document.title).toBe('Heart');
  });

  it('sends quick typing as one change', async () => {
    const server = fakeWork(DOCUMENT);
    const store = (await openTab(server, 'ada')).store();
    for (const text of ['H', 'He', 'Hea', 'Heart']) store.change(title(text));
    await store.send();
    expect(server.made()).toMatchObject([{ version: 1, operation: { value: 'Heart' } }]);
  });

  it('refuses operations that do not apply, before anything is sent', async () => {
    const store = (await openTab(fakeWork(DOCUMENT), 'ada')).store();
    expect(() => store.change(set(['chapters', '#nine', 'title'], 'x'))).toThrow(
      expect.objectContaining({ code: 'no_entry' }),
    );
    expect(store.snapshot().saving.state).toBe('saved');
  });

  it('reports a missing network, keeps waiting changes over a reload, and sends them once', async () => {
    const server = fakeWork(DOCUMENT);
    let cut = true;
    let arrived: () => void = () => {};
    const line: Line = {
      travel: () => (cut ? new Promise((resolve) => (arrived = resolve)) : Promise.resolve()),
      isLost: () => false,
      isAnswerLost: () => cut,
    };
    const ada = await openTab(server, 'ada', line);
    ada.store().change({ op: 'insert', path: ['chapters'], entry: { key: 'new' }, after: 'one' });
    void ada.store().send();
    // The call arrives, and its answer is lost.
    arrived();
    await expect.poll(() => server.copy().version).toBe(1);
    arrived();
    await expect.poll(() => ada.store().snapshot().saving.state).toBe('unreached');
    cut = false;
    const store = await ada.reload();
    expect(store.snapshot().saving.state).toBe('saving');
    await store.send();
    expect(server.copy()).toMatchObject({ version: 1 });
    expect(store.snapshot().saving.state).toBe('saved');
    expect(ada.kept()).toEqual(NOTHING);
  });

  it('never changes content that may have arrived', async () => {
    const server = fakeWork(DOCUMENT);
    let lost = 1;
    const line: Line = { ...GOOD_LINE, isAnswerLost: () => lost-- > 0 };
    const store = (await openTab(server, 'ada', line)).store();
    store.change(title('First'));
    const sent = store.send();
    store.change(title('Second'));
    await sent;
    expect(server.made().map(({ operation }) => operation.op === 'set' && operation.value)).toEqual([
      'First',
      'Second',
    ]);
  });

  it('shows changes of others below its own', async () => {
    const server = fakeWork(DOCUMENT);
    const [ada, ben] = [(await openTab(server, 'ada')).store(), (await openTab(server, 'ben')).store()];
    ben.change(set(['chapters', '#one', 'title'], 'Of Ben'));
    ada.change(title('Of Ada'));
    await ada.send();
    await ben.pull();
    expect(ben.snapshot().document).toMatchObject({ title: 'Of Ada', chapters: [{ title: 'Of Ben' }, {}] });
    await settled(ben, ada);
    expect(ada.snapshot().document).toEqual(ben.snapshot().document);
  });
});

describe('a server that was restored to an earlier version', () => {
  it('is followed, and gets the changes that it lacks', async () => {
    const server = fakeWork(DOCUMENT);
    const store = (await openTab(server, 'ada')).store();
    for (const text of ['One', 'Two', 'Three']) {
      store.change(title(text));
      await store.send();
    }
    server.setBack(1);
    await store.pull();
    expect(store.snapshot()).toMatchObject({ document: { title: 'One' }, version: 1 });
    store.change(title('Four'));
    await store.send();
    expect(server.copy()).toMatchObject({ document: { title: 'Four' }, version: 2 });
  });
});

describe('a change after a conflicting one of another user', () => {
  async function conflict(...mine: Operation[]) {
    const server = fakeWork(DOCUMENT);
    const [ada, ben] = [(await openTab(server, 'ada')).store(), await openTab(server, 'ben')];
    for (const operation of mine) ben.store().change(operation);
    return { server, ada, ben };
  }

  it('is shown with both values, and outlives a reload', async () => {
    const { ada, ben } = await conflict(title('Of Ben'));
    ada.change(title('Of Ada'));
    await ada.send();
    await ben.store().send();
    const [dispute] = (await ben.reload()).snapshot().disputes;
    expect(dispute).toMatchObject({ mine: 'Of Ben', theirs: 'Of Ada', userName: 'ada' });
    expect(ben.store().snapshot()).toMatchObject({
      document: { title: 'Of Ada' },
      saving: { state: 'saved' },
    });
  });

  it('is applied if the user keeps it', async () => {
    const { server, ada, ben } = await conflict(title('Of Ben'));
    ada.change(title('Of Ada'));
    await settled(ada, ben.store());
    expect(ben.store().keepMine(ben.store().snapshot().disputes[0]?.id ?? '')).toBe(true);
    await ben.store().send();
    expect(server.copy().document.title).toBe('Of Ben');
    expect(ben.store().snapshot().disputes).toEqual([]);
    expect(ben.kept()).toEqual(NOTHING);
  });

  it('is discarded if the user takes the other value', async () => {
    const { server, ada, ben } = await conflict(title('Of Ben'));
    ada.change(title('Of Ada'));
    await settled(ada, ben.store());
    ben.store().takeTheirs(ben.store().snapshot().disputes[0]?.id ?? '');
    await ben.store().send();
    expect(server.copy().document.title).toBe('Of Ada');
    expect(ben.store().snapshot().disputes).toEqual([]);
    expect(ben.kept()).toEqual(NOTHING);
  });

  it('restores the removed entry if it is kept', async () => {
    const { server, ada, ben } = await conflict(set(['chapters', '#two', 'title'], 'Of Ben'));
    ada.change({ op: 'remove', path: ['chapters', '#two'] });
    await settled(ada, ben.store());
    const [dispute] = ben.store().snapshot().disputes;
    expect(dispute).toMatchObject({ mine: 'Of Ben', theirOp: 'remove' });
    expect(ben.store().keepMine(dispute?.id ?? '')).toBe(true);
    await ben.store().send();
    expect(server.copy().document.chapters).toEqual([
      { key: 'one', title: 'First' },
      { key: 'two', title: 'Of Ben' },
    ]);
  });

  it('takes along changes that build on it', async () => {
    const { server, ada, ben } = await conflict(
      { op: 'move', path: ['chapters', '#one'], to: ['appendices'], after: null },
      set(['appendices', '#one', 'note'], 'Moved'),
    );
    ada.change(set(['chapters', '#one', 'title'], 'Of Ada'));
    await settled(ada, ben.store());
    const { disputes } = ben.store().snapshot();
    expect(disputes).toHaveLength(1);
    ben.store().keepMine(disputes[0]?.id ?? '');
    await ben.store().send();
    expect(server.copy().document.appendices).toEqual([{ key: 'one', title: 'Of Ada', note: 'Moved' }]);
  });

  it('takes along changes that build on it while its answer is outstanding', async () => {
    const { server, ada, ben } = await conflict();
    ada.change(set(['chapters', '#one', 'title'], 'Of Ada'));
    await ada.send();
    ben.store().change({ op: 'move', path: ['chapters', '#one'], to: ['appendices'], after: null });
    const sending = ben.store().send();
    ben.store().change({ op: 'move', path: ['appendices', '#one'], to: ['notes'], after: null });
    ben.store().change({ op: 'move', path: ['notes', '#one'], to: ['parts'], after: null });
    await sending;
    const { disputes } = ben.store().snapshot();
    expect(disputes).toMatchObject([
      { refusal: null, changeIds: [{}, {}, {}].map(() => expect.any(String)) },
    ]);
    ben.store().keepMine(disputes[0]?.id ?? '');
    await ben.store().send();
    expect(server.copy().document.parts).toEqual([{ key: 'one', title: 'Of Ada' }]);
  });

  it('is not overwritten by further changes that did not see it', async () => {
    const { server, ada, ben } = await conflict(title('Of Ben'));
    ada.change(title('Of Ada'));
    await ada.send();
    const sending = ben.store().send();
    ben.store().change(title('Of Ben, longer'));
    await sending;
    expect(server.copy().document.title).toBe('Of Ada');
    expect(ben.store().snapshot().disputes).toMatchObject([{ mine: 'Of Ben, longer', theirs: 'Of Ada' }]);
  });
});

describe('a change that the server refuses', () => {
  it('is reported, and stops no other', async () => {
    const server = fakeWork(DOCUMENT);
    const store = (await openTab(server, 'ada')).store();
    store.change(title('Bad'));
    store.change(set(['brief'], 'Good'));
    // Both changes in one call, then one by one.
    server.refuseNext(new CallError(422, { code: 'invalid', message: 'No.' }));
    const sent = store.send();
    await sent;
    expect(server.copy().document).toMatchObject({ title: 'Bad', brief: 'Good' });
    store.change(title('Worse'));
    server.refuseNext(new CallError(422, { code: 'invalid', message: 'No.' }));
    await store.send();
    expect(store.snapshot()).toMatchObject({
      document: { title: 'Bad' },
      disputes: [{ mine: 'Worse', refusal: { message: 'No.' } }],
    });
  });

  it('waits when the user may not edit any more', async () => {
    const server = fakeWork(DOCUMENT);
    const ada = await openTab(server, 'ada');
    ada.store().change(title('Heart'));
    server.refuseNext(new CallError(404, { code: 'not_found' }));
    await ada.store().send();
    expect(ada.store().snapshot().saving.state).toBe('closed');
    expect(ada.kept().waiting).toHaveLength(1);
  });
});

describe('undo', () => {
  it('of an unknown change stops nothing else', async () => {
    const server = fakeWork(DOCUMENT);
    const store = (await openTab(server, 'ada')).store();
    store.undo({ changeId: 'unknown' });
    store.change(title('Heart'));
    server.refuseNext(new CallError(404, { code: 'not_found', message: 'No.' }));
    await store.send();
    expect(store.snapshot()).toMatchObject({
      saving: { state: 'saved' },
      disputes: [{ refusal: { code: 'not_found' } }],
    });
    expect(server.copy().document.title).toBe('Heart');
  });

  it('reverts the user’s last change, after waiting ones, and redoes it', async () => {
    const server = fakeWork(DOCUMENT);
    const [ada, ben] = [(await openTab(server, 'ada')).store(), (await openTab(server, 'ben')).store()];
    ada.change(title('Heart'));
    ada.change(set(['brief'], 'About it'));
    ada.undo();
    await ada.send();
    ben.change(set(['author'], 'Ben'));
    await settled(ben, ada);
    expect(ada.snapshot().document).toEqual({ ...DOCUMENT, title: 'Heart', author: 'Ben' });
    expect(ada.snapshot()).toMatchObject({ canUndo: true, canRedo: true });
    ada.undo({ redo: true });
    await ada.send();
    expect(ada.snapshot()).toMatchObject({ document: { brief: 'About it' }, canRedo: false });
  });

  it('skips a step that another user changed since', async () => {
    const server = fakeWork(DOCUMENT);
    const [ada, ben] = [(await openTab(server, 'ada')).store(), (await openTab(server, 'ben')).store()];
    ada.change(set(['brief'], 'Of Ada'));
    ada.change(title('Of Ada'));
    await ada.send();
    await ben.pull();
    ben.change(title('Of Ben'));
    await ben.send();
    ada.undo();
    await ada.send();
    expect(ada.snapshot()).toMatchObject({
      document: { title: 'Of Ben' },
      disputes: [{ mine: 'Atlas', theirs: 'Of Ben' }],
    });
    ada.undo();
    await ada.send();
    expect(ada.snapshot().document).not.toHaveProperty('brief');
  });
});
