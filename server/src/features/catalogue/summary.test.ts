import { expect, it } from 'vitest';
import { summaryOf } from './summary.ts';

it.each([
  ['a short paragraph stays', 'All of it.\n\nNot this.', 'All of it.'],
  ['lines are joined', 'One\nline.', 'One line.'],
  ['nothing is nothing', '', ''],
])('%s', (_name, brief, summary) => expect(summaryOf(brief)).toBe(summary));

it('ends with the last complete sentence that fits', () => {
  const brief = `${'Word '.repeat(30)}ends here. ${'More '.repeat(60)}`;
  expect(summaryOf(brief)).toMatch(/Word ends here\.$/);
});

it('ends with a complete word if no sentence ends in time', () =>
  expect(summaryOf('word '.repeat(100))).toMatch(/^(word )+word…$/));
