import { PassThrough } from 'node:stream';
import { expect, it } from 'vitest';
import { BodySlots } from './body-slots.ts';
import { HOUR_MS } from './durations.ts';
import { codeOf } from './errors.ts';

const slotsOf = (limits: { max?: number; maxPerKey?: number; graceMs?: number; wantedGraceMs?: number }) =>
  new BodySlots({
    max: 2,
    maxPerKey: 2,
    minBytesPerSecond: 1000,
    graceMs: HOUR_MS,
    wantedGraceMs: HOUR_MS,
    retryAfterSeconds: 1,
    ...limits,
  });
const codeOfRefusal = (work: () => unknown): string | null => {
  try {
    work();
    return null;
  } catch (error) {
    return codeOf(error);
  }
};
const outcomeOf = (receiving: Promise<Buffer>) => receiving.then(String, codeOf);

it('a body is received whole, and its slot is kept until it is given back', async () => {
  const slots = slotsOf({ max: 1 });
  const slot = slots.take('a');
  const body = new PassThrough();
  const receiving = slot.receive(body);
  body.write('one ');
  body.end('two');
  expect(String(await receiving)).toBe('one two');
  expect(codeOfRefusal(() => slots.take('b'))).toBe('unavailable');
  slot.release();
  slot.release();
  slots.take('b');
  expect(codeOfRefusal(() => slots.take('c'))).toBe('unavailable');
});

it('a body that stops is cut off, though nobody else waits', async () => {
  const slots = slotsOf({ max: 1, graceMs: 30 });
  const body = new PassThrough();
  body.write('x');
  expect(await outcomeOf(slots.take('a').receive(body))).toBe('unavailable');
  slots.take('b');
});

it('a body that is fast enough is not cut off for a newcomer', async () => {
  const slots = slotsOf({ max: 1, wantedGraceMs: 0 });
  const slot = slots.take('a');
  const body = new PassThrough();
  const receiving = outcomeOf(slot.receive(body));
  // More than is due for hours.
  body.write(Buffer.alloc(50_000_000, 'x'));
  await new Promise(setImmediate);
  expect(codeOfRefusal(() => slots.take('b'))).toBe('unavailable');
  body.end();
  expect(await receiving).toHaveLength(50_000_000);
});

it('a slow body gives way to a newcomer, and is told to come again', async () => {
  const slots = slotsOf({ max: 2, wantedGraceMs: 0 });
  const bodies = [new PassThrough(), new PassThrough()];
  const receiving = bodies.map((body, index) => outcomeOf(slots.take(`network ${index}`).receive(body)));
  slots.take('newcomer');
  expect(await Promise.all(receiving)).toEqual(['unavailable', 'unavailable']);
});

it('a body that breaks off is malformed, and keeps no slot, also where it did so before', async () => {
  const slots = slotsOf({ max: 1 });
  const slot = slots.take('a');
  const body = new PassThrough();
  const receiving = outcomeOf(slot.receive(body));
  body.write('one ');
  body.destroy(new Error('aborted'));
  expect(await receiving).toBe('malformed');
  slots.take('b');
  expect(await outcomeOf(slotsOf({}).take('a').receive(body))).toBe('malformed');
});
