import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, expect, it, vi } from 'vitest';
import { ConfigurationError } from '../config/config.ts';
import { failStart } from './start-failure.ts';

afterEach(() => vi.restoreAllMocks());

/** What the operator reads, and the lines of the log. */
function fail(error: unknown) {
  let said = '';
  let logged = '';
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`);
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    said += String(text);
    return true;
  });
  const log = pino(
    new Writable({
      write(chunk, _encoding, done) {
        logged += String(chunk);
        done();
      },
    }),
  );
  expect(() => failStart(error, log)).toThrow(/^exit \d+$/);
  const lines = logged.trim().split('\n');
  expect(lines).toHaveLength(1);
  return { said, entry: JSON.parse(lines[0] as string) as { msg: string } };
}

it('logs a fault that nobody foresaw in one line, with its reason', () => {
  const { said, entry } = fail(new Error('the tables\n  disagree'));
  expect(entry.msg).toBe('Vesalius could not start: the tables disagree');
  expect(said).toBe('Vesalius could not start: the tables disagree\n');
});

it('says in a sentence that the disk is read-only, and which path it is about', () => {
  const refused = Object.assign(new Error("EROFS: read-only file system, open '/data/secret-key'"), {
    code: 'EROFS',
    path: '/data/secret-key',
    syscall: 'open',
  });
  const { said, entry } = fail(refused);
  expect(said).toBe('Cannot use /data/secret-key: the file system is read-only.\n');
  expect(entry).not.toHaveProperty('err');
});

it('logs many problems of the configuration in one line, and lists them for the operator', () => {
  const { said, entry } = fail(new ConfigurationError(['PORT: write a number', 'DEMO: write true or false']));
  expect(entry.msg).toBe('The configuration has problems: PORT: write a number DEMO: write true or false');
  expect(said.trim().split('\n')).toHaveLength(3);
});
