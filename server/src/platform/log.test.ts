import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const ADDRESS = 'm38@campus.example';

function logged(write: (log: ReturnType<typeof createLog>) => void): string {
  const lines: string[] = [];
  write(createLog('trace', { write: (line: string) => void lines.push(line) }));
  return lines.join('');
}

it('an error keeps its code and its words, and loses the addresses in them, however deep', () => {
  const cause = new Error(`550 5.1.1 <${ADDRESS}>: rejected`, { cause: new Error(`to ${ADDRESS}`) });
  const error = Object.assign(new Error(`cannot write to ${ADDRESS}`, { cause }), { code: 'EENVELOPE' });
  const text = logged((log) => log.error({ err: error }, 'failed'));
  expect(JSON.parse(text)).toMatchObject({
    msg: 'failed',
    err: {
      code: 'EENVELOPE',
      message: 'cannot write to [address]',
      stack: expect.stringContaining('log.test.ts'),
      cause: { message: '550 5.1.1 <[address]>: rejected', cause: { message: 'to [address]' } },
    },
  });
  expect(text).not.toContain('campus.example');
});

it('no field and no text of a line holds an address', () => {
  const text = logged((log) => {
    log.info({ detail: { lines: [`Key (email)=(${ADDRESS}) exists`] } }, `written to ${ADDRESS}`);
    log.child({ who: ADDRESS }).warn('again');
    log.error(new Error(ADDRESS));
  });
  expect(text.split('\n').filter(Boolean)).toHaveLength(3);
  expect(text).not.toContain('campus.example');
});
