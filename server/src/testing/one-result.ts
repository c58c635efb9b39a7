import { expect } from 'vitest';

/** For concurrent submissions of the same answers: all that are served get the same result; a busy database answers 503. */
export function expectOneResult(answers: readonly { status: number; text: string }[]): void {
  const served = answers.filter(({ status }) => status !== 503);
  expect(served.length).toBeGreaterThan(0);
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
  expect(new Set(served.map(({ text }) => text)).size).toBe(1);
}
