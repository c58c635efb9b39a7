import { describe, expect, it } from 'vitest';
import { serverFirst } from './server-first.ts';

const page = (text: string, status = 200) => new Response(text, { status });
const kept = async () => page('kept');
const never = new Promise<Response>(() => {});
const textOf = async (asked: Promise<Response>, from = kept as () => Promise<Response | undefined>) =>
  (await serverFirst(asked, from, 30)).text();

describe('a page asked for while a copy is kept', () => {
  it('is the server’s whenever it answers, also when it is an error of its own', async () => {
    expect(await textOf(Promise.resolve(page('new build')))).toBe('new build');
    expect(await textOf(Promise.resolve(page('gone', 404)))).toBe('gone');
    expect(await textOf(Promise.resolve(page('broken', 500)))).toBe('broken');
  });

  it('is the kept one without a network, behind a gateway without a server, and when nothing comes in time', async () => {
    expect(await textOf(Promise.reject(new TypeError('no network')))).toBe('kept');
    expect(await textOf(Promise.resolve(page('bad gateway', 502)))).toBe('kept');
    expect(await textOf(never)).toBe('kept');
  });

  it('is what the network says when none is kept', async () => {
    const none = async () => undefined;
    await expect(textOf(Promise.reject(new TypeError('no network')), none)).rejects.toThrow('no network');
    expect(await textOf(Promise.resolve(page('restarting', 503)), none)).toBe('restarting');
    const slow = new Promise<Response>((resolve) => setTimeout(resolve, 80, page('late')));
    expect(await textOf(slow, none)).toBe('late');
  });
});
