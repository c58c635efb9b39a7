import { beforeEach, expect, it, vi } from 'vitest';
import { FakeUploads } from '../testing/fake-uploads.ts';
import { sessionOf } from '../testing/render.tsx';
import { setTransport } from './api-client.ts';
import { clearSession, storeSession, whenTabLost } from './session.ts';
import { createUploadList } from './upload-list.ts';
import { secondsLeft, speedMeter } from './upload-view.ts';

// The build for browsers, which Node does not choose by default.
vi.mock('tus-js-client', async () => {
  const { default: browser } = await import('tus-js-client/lib.es5/browser/index.js');
  return browser;
});

const agnes = sessionOf('staff', { userId: 'agnes', token: 'vsl_agnes' });
const boris = sessionOf('staff', { userId: 'boris', token: 'vsl_boris' });
const fileOf = (content = '%PDF-1.7\n', name = 'atlas.pdf') =>
  new File([content], name, { type: 'application/pdf', lastModified: 1 });
let server: FakeUploads;
let checked: object;

beforeEach(() => {
  server = new FakeUploads();
  checked = { state: 'finished', hash: 'a'.repeat(64), media_type: 'application/pdf' };
  setTransport(async () => ({ status: 200, body: checked }));
  whenTabLost(() => {});
  storeSession(agnes, true);
});

const open = () => createUploadList({ httpStack: server });
type List = ReturnType<typeof open>;
const settled = (list: List, state: string, at = 0) =>
  vi.waitFor(() => expect(list.get()[at]).toMatchObject({ state }));
const stored = () => [...server.received.values()].map((bytes) => new TextDecoder().decode(bytes));
const keys = () => Object.keys(localStorage).filter((key) => key.startsWith('upload:'));

it('sends a file in its user’s name and says what it is when the server knows', async () => {
  const list = open();
  list.add([fileOf()]);
  await settled(list, 'done');
  expect(stored()).toEqual(['%PDF-1.7\n']);
  expect(list.get()[0]).toMatchObject({ sentBytes: 9, result: { mediaType: 'application/pdf' } });
  expect(new Set(server.asked.map(({ token }) => token))).toEqual(new Set(['Bearer vsl_agnes']));
  expect(keys()).toEqual([]);
});

it('says why the server does not take it', async () => {
  checked = { state: 'refused', refusal: { code: 'file_kind_unknown', message: 'Send a PDF.' } };
  const list = open();
  list.add([fileOf()]);
  await settled(list, 'refused');
  expect(list.get()[0]?.error?.message).toBe('Send a PDF.');
});

it('goes on by itself when answers are lost and the server is busy, and sends no byte twice', async () => {
  const list = open();
  server.failures.push('lost', { status: 503, body: { code: 'unavailable' } });
  const states: (string | undefined)[] = [];
  list.subscribe(() => states.push(list.get()[0]?.state));
  list.add([fileOf()]);
  await vi.waitFor(() => expect(list.get()[0]?.state).toBe('offline'));
  window.dispatchEvent(new Event('online'));
  await settled(list, 'done');
  expect(states).toContain('offline');
  expect(stored()).toEqual(['%PDF-1.7\n']);
});

it.each([
  [{ status: 413, body: { code: 'file_too_large', message: 'Too large.' } }, 'refused'],
  [{ status: 409, body: { code: 'too_many_uploads', message: 'Too many.' } }, 'refused'],
  [{ status: 401, body: { code: 'session_ended', message: 'Over.' } }, 'paused'],
])('does not ask again where waiting does not help: %j', async (failure, state) => {
  const list = open();
  server.failures.push(failure);
  list.add([fileOf()]);
  await settled(list, state);
  expect(list.get()[0]?.error).toMatchObject({ code: failure.body.code });
  expect(server.asked).toHaveLength(1);
});

it('pauses, and continues where it was', async () => {
  const list = open();
  let arrived = () => {};
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  let goOn = () => {};
  server.onPart = () =>
    new Promise((resolve) => {
      goOn = resolve;
      arrived();
    });
  list.add([fileOf()]);
  await isThere;
  const id = list.get()[0]?.id ?? '';
  list.pause(id);
  expect(list.get()[0]).toMatchObject({ state: 'paused', bytesPerSecond: null });
  server.onPart = () => {};
  goOn();
  list.resume(id);
  await settled(list, 'done');
  expect(stored()).toEqual(['%PDF-1.7\n']);
  expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

/** As after a reload: an upload was begun, and nothing of it is in memory. */
async function beginAndLeave(): Promise<void> {
  const list = open();
  server.onPart = () => new Promise(() => {});
  list.add([fileOf()]);
  await vi.waitFor(() => expect(keys()).toHaveLength(1));
  list.pause(list.get()[0]?.id ?? '');
  server.onPart = () => {};
}

it('asks for the same file after a reload, and continues with it', async () => {
  await beginAndLeave();
  const list = open();
  expect(list.get()).toMatchObject([{ name: 'atlas.pdf', bytes: 9, state: 'paused', needsFile: true }]);
  list.add([fileOf()]);
  await settled(list, 'done');
  expect(server.asked.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

it('is continued by nobody else, and gone when its user has signed out', async () => {
  await beginAndLeave();
  localStorage.setItem('user', JSON.stringify(boris));
  const before = server.asked.length;
  const list = open();
  list.add([fileOf('%PDF-1.4\n', 'other.pdf')]);
  await vi.waitFor(() => expect(list.get().at(-1)?.error).toMatchObject({ code: 'wrong_person' }));
  expect(server.asked).toHaveLength(before);
  clearSession();
  expect(list.get()).toEqual([]);
});

it('ends on the server when it is canceled, also one that was begun before', async () => {
  await beginAndLeave();
  const list = open();
  list.remove(list.get()[0]?.id ?? '');
  expect(list.get()).toEqual([]);
  await vi.waitFor(() => expect(server.received.size).toBe(0));
  expect(keys()).toEqual([]);
});

it('sends three at once', async () => {
  const list = open();
  let count = 0;
  server.onPart = () => {
    count += 1;
    return new Promise(() => {});
  };
  list.add([1, 2, 3, 4].map((number) => fileOf('%PDF-1.7\n', `${number}.pdf`)));
  await vi.waitFor(() => expect(count).toBe(3));
  expect(list.get().filter(({ state }) => state === 'waiting')).toHaveLength(1);
});

it('measures the last seconds, and nothing across a step back', () => {
  let time = 0;
  const measure = speedMeter(() => time);
  expect(measure(0)).toBeNull();
  time = 1000;
  expect(measure(2_000_000)).toBe(2_000_000);
  time = 1100;
  expect(measure(1_000_000)).toBeNull();
  const view = { bytes: 10, sentBytes: 4, bytesPerSecond: 2 } as Parameters<typeof secondsLeft>[0];
  expect(secondsLeft(view)).toBe(3);
  expect(secondsLeft({ ...view, bytesPerSecond: 0 })).toBeNull();
});
