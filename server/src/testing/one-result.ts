import { expect } from 'vitest';

/** Of the same submission at once: everybody who is served gets the one result; a busy database says 503. */
export function expectOneResult(answers: readonly { status: number; text: string }[]): void {
  const served = answers.filter(({ status }) => status !== 503);
  expect(served.length).toBeGreaterThan(0);
  expect(served.map(({ status }) => status)).toEqual(served.map(() => 200));
  expect(new Set(served.map(({ text }) => text)).size).toBe(1);
}
