import { describe, expect, it } from 'vitest';
import { ConnectionShares } from './connection-shares.ts';

/** Longer than any test. */
const PATIENCE_MS = 600_000;

describe('the shares of a pool', () => {
  /** Asks for so many at once; `got` are those that came, in their order. */
  function askers(shares: ConnectionShares) {
    const got: { site: string | null; giveBack: () => void }[] = [];
    const ask = async (site: string | null, count: number) => {
      for (let n = 0; n < count; n += 1)
        void shares.take(site).then((giveBack) => got.push({ site, giveBack }));
      await settled();
    };
    const held = (site: string | null) => got.filter((one) => one.site === site).length;
    return { got, ask, held };
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  it.each([
    [16, [8, 4, 2, 2]],
    [8, [4, 2, 2, 0]],
    [4, [2, 2, 0, 0]],
  ])('of %i connections each network takes what leaves as many free: %j', async (size, expected) => {
    const { ask, held } = askers(new ConnectionShares(size, PATIENCE_MS));
    const networks = ['one', 'two', 'three', 'four'];
    for (const network of networks) await ask(network, 100);
    expect(networks.map(held)).toEqual(expected);
  });

  it('two networks that come together leave room for a third', async () => {
    const { ask, held } = askers(new ConnectionShares(16, PATIENCE_MS));
    for (let turn = 0; turn < 50; turn += 1) {
      await ask('one', 1);
      await ask('two', 1);
    }
    expect([held('one'), held('two')]).toEqual([6, 5]);
    await ask('three', 10);
    expect(held('three')).toBeGreaterThan(0);
  });

  it('the server itself takes what is free', async () => {
    const { ask, held } = askers(new ConnectionShares(16, PATIENCE_MS));
    await ask('one', 100);
    await ask(null, 10);
    expect(held(null)).toBe(8);
  });

  it('networks take turns, however many requests each has waiting', async () => {
    const { ask, got, held } = askers(new ConnectionShares(2, PATIENCE_MS));
    await ask('one', 100);
    await ask('two', 3);
    expect(held('two')).toBe(0);
    for (let turn = 0; turn < 6; turn += 1) {
      got[turn]?.giveBack();
      await settled();
    }
    expect(got.slice(2).map(({ site }) => site)).toEqual(['one', 'two', 'one', 'two', 'one', 'two']);
  });

  it('what is given back twice counts once, and who waited too long is refused and forgotten', async () => {
    const shares = new ConnectionShares(2, 1);
    const [first] = await Promise.all([shares.take('one'), shares.take('one')]);
    await expect(shares.take('one')).rejects.toThrow('timeout exceeded');
    expect(shares.waiting).toBe(0);
    first();
    first();
    await shares.take('one');
    await expect(shares.take('one')).rejects.toThrow('timeout exceeded');
  });
});
