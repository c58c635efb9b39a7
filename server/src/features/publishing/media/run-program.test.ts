import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { bundleForNode } from '../../../testing/bundle.ts';
import { findFfmpeg, takeAsItIs } from './find-ffmpeg.ts';
import { ProgramFailed, runProgram } from './run-program.ts';

const LIMITS = { timeMs: 20_000, memoryBytes: 2 ** 40, fileBytes: 1_000_000 };
const node = (code: string, run: Partial<Parameters<typeof runProgram>[2]> = {}) =>
  runProgram(process.execPath, ['-e', code], { limits: LIMITS, ...run });
const reasonOf = (promise: Promise<unknown>) =>
  promise.then(
    () => null,
    (error: unknown) => (error instanceof ProgramFailed ? error.reason : (error as Error).message),
  );
const isAlive = (pid: number) =>
  existsSync(`/proc/${pid}/stat`) && !readFileSync(`/proc/${pid}/stat`, 'utf8').includes(') Z ');

describe.skipIf(process.platform !== 'linux')('a program that is not ours', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'vesalius-program-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('returns its output, line by line to a listener, and does not see the server’s environment', async () => {
    vi.stubEnv('SECRET_KEY', 'never to be seen');
    expect(await node('console.log(JSON.stringify(process.env))')).not.toContain('never to be seen');
    const lines: string[] = [];
    await node('console.log("one\\ntwo")', { onLine: (line) => void lines.push(line) });
    expect(lines).toEqual(['one', 'two']);
    vi.unstubAllEnvs();
  });

  it('is ended with its child processes when it fails, hangs, goes silent, writes too much or is aborted', async () => {
    expect(await reasonOf(node('process.exit(3)'))).toBe('exit');
    const endless = 'setInterval(() => console.log("same"), 20)';
    expect(await reasonOf(node(endless, { limits: { ...LIMITS, timeMs: 400 } }))).toBe('time');
    const onLine = () => {};
    expect(await reasonOf(node(endless, { onLine, limits: { ...LIMITS, silenceMs: 700 } }))).toBe('silence');
    expect(await reasonOf(runProgram('yes', [], { limits: LIMITS }))).toBe('output');

    const pidFile = join(folder, 'pid');
    const code = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 50)`;
    const stop = new AbortController();
    const running = reasonOf(node(code, { signal: stop.signal }));
    await vi.waitFor(() => expect(readFileSync(pidFile, 'utf8')).not.toBe(''));
    stop.abort(new Error('called off'));
    expect(await running).toBe('called off');
    await vi.waitFor(() => expect(isAlive(Number(readFileSync(pidFile, 'utf8')))).toBe(false));
  });

  it('that was killed from outside is told from one that failed', async () => {
    for (const signal of ['SIGKILL', 'SIGTERM'])
      expect(await reasonOf(node(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 50)`))).toBe(
        'stopped',
      );
    expect(await reasonOf(node("process.kill(process.pid, 'SIGSEGV'); setInterval(() => {}, 50)"))).toBe(
      'exit',
    );
  });

  it('cannot fill the disk', async () => {
    const path = join(folder, 'large');
    const code = `const fs = require('fs'); const file = fs.openSync(${JSON.stringify(path)}, 'w'); for (;;) fs.writeSync(file, Buffer.alloc(100000));`;
    expect(await reasonOf(node(code))).toBe('exit');
    expect(statSync(path).size).toBeLessThanOrEqual(LIMITS.fileBytes + 512);
  });

  it('does not outlive the server that started it', async () => {
    const { file, remove } = await bundleForNode(join(import.meta.dirname, 'run-program.ts'));
    const pidFile = join(folder, 'orphan');
    const program = join(folder, 'server.mjs');
    const code = `require('fs').writeFileSync(${JSON.stringify(pidFile)}, String(process.pid)); setInterval(() => {}, 50)`;
    writeFileSync(
      program,
      `import { runProgram } from ${JSON.stringify(file)};
       await runProgram(process.execPath, ['-e', ${JSON.stringify(code)}], { limits: ${JSON.stringify(LIMITS)} });`,
    );
    const server = spawn(process.execPath, [program], { stdio: 'ignore' });
    await vi.waitFor(() => expect(readFileSync(pidFile, 'utf8')).not.toBe(''), { timeout: 10_000 });
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    server.kill('SIGKILL');
    await vi.waitFor(() => expect(isAlive(pid)).toBe(false), { timeout: 10_000 });
    remove();
  });
});

describe('the programs that convert', () => {
  it('are not used if the operator turned them off, or named another program', async () => {
    expect(await findFfmpeg({ FFMPEG_PATH: 'off' })).toEqual({ found: null, problem: 'FFMPEG_PATH is off' });
    expect(await findFfmpeg({ FFMPEG_PATH: '/nowhere/ffmpeg' })).toEqual({
      found: null,
      problem: 'FFMPEG_PATH names /nowhere/ffmpeg, which is no program',
    });
    expect(await findFfmpeg({ FFMPEG_PATH: process.execPath })).toMatchObject({ found: null });
  });

  it('are reported as missing with a text that says what a video must be', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'vesalius-none-'));
    const path = join(folder, 'a.avi');
    writeFileSync(path, 'RIFF....AVI ');
    await expect(takeAsItIs(path)).rejects.toThrow(
      /^is no video; give an MP4 or WebM file\. This server does not convert videos, .* H\.264 .* AAC/,
    );
    rmSync(folder, { recursive: true });
  });
});
