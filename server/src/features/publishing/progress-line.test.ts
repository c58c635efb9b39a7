import { expect, it } from 'vitest';
import { progressLine } from './progress-line.ts';

function reported(isTTY: boolean): string {
  let text = '';
  const output = {
    isTTY,
    write(part: string) {
      text += part;
      return true;
    },
  };
  const line = progressLine(output as NodeJS.WriteStream);
  for (let done = 0; done <= 40; done += 1) line.report('pages', done, 40);
  line.report('storing', 1, 1);
  return text;
}

it('writes a line per step without a terminal', () => {
  const lines = reported(false).trim().split('\n');
  expect(lines).toEqual([
    expect.stringMatching(/^Preparing pages +40 of 40 \(\d+\.\d s\)$/),
    expect.stringMatching(/^Publishing +done \(\d+\.\d s\)$/),
  ]);
});

it('redraws one line on a terminal', () => {
  expect(reported(true).split('\n')).toHaveLength(3);
  expect(reported(true)).toContain('20 of 40');
});
