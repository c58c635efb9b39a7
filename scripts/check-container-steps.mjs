/**
 * Runs the steps of deploy/Dockerfile without a container engine, each stage in a folder of its own, then starts what the
 * last stage holds as a user who may write nothing but its data, asks its health check and some pages, and stops it.
 *
 *   node scripts/check-container-steps.mjs [folder]
 *
 * What it cannot show: the base image, and the engine's own isolation.
 */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const root = resolve(import.meta.dirname, '..');
const work = process.argv[2] ? resolve(process.argv[2]) : mkdtempSync(join(tmpdir(), 'vesalius-container-'));
const PORT = 3900 + (process.pid % 100);
const NOBODY = 65534;
mkdirSync(work, { recursive: true });

/** The build context: the files that git tracks, without those that match the ignore file. */
function makeContext() {
  const context = join(work, 'context');
  rmSync(context, { recursive: true, force: true });
  const lines = readFileSync(join(root, 'deploy/Dockerfile.dockerignore'), 'utf8').split('\n');
  const wanted = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  const unwanted = lines
    .filter((line) => line.startsWith('**/'))
    .map((line) => new RegExp(`(^|/)${line.slice(3).replaceAll('.', '\\.').replaceAll('*', '[^/]*')}(/|$)`));
  const files = execFileSync('git', ['ls-files', '-z', ...wanted], { cwd: root, encoding: 'utf8' });
  for (const file of files.split('\0').filter(Boolean)) {
    if (unwanted.some((pattern) => pattern.test(file))) continue;
    cpSync(join(root, file), join(context, file));
  }
  return context;
}

/**
 * `[instruction, rest]`, with continued lines joined and comments removed.
 * @type {[instruction: string, rest: string][]}
 */
const instructions = readFileSync(join(root, 'deploy/Dockerfile'), 'utf8')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, ' ')
  .split('\n')
  .filter(Boolean)
  .map((line) => {
    const [, instruction = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line) ?? [];
    return [instruction, rest];
  });

/**
 * @typedef {object} Stage
 * @property {string} name
 * @property {string} root
 * @property {string} cwd
 * @property {Record<string, string>} env
 * @property {Record<string, string>} say What the stage says of how it is started: CMD, HEALTHCHECK, STOPSIGNAL.
 */
const context = makeContext();
/** @type {Map<string, Stage>} */
const stages = new Map();
/** @param {string} name */
const stageOf = (name) => {
  const stage = stages.get(name);
  if (!stage) throw new Error(`no stage is named ${name}`);
  return stage;
};
let current = '';
for (const [instruction, rest] of instructions) {
  if (instruction === 'FROM') {
    const name = /\bAS (\w+)$/.exec(rest)?.[1] ?? 'last';
    const begun = { name, root: join(work, name), cwd: '/', env: {}, say: {} };
    rmSync(begun.root, { recursive: true, force: true });
    mkdirSync(begun.root, { recursive: true });
    stages.set(name, begun);
    current = name;
    continue;
  }
  const stage = stageOf(current);
  /** @param {string} path */
  const place = (path) => (path.startsWith('/') ? join(stage.root, path) : join(stage.root, stage.cwd, path));
  console.log(`${stage.name}: ${instruction} ${rest.slice(0, 100)}`);
  if (instruction === 'WORKDIR') {
    stage.cwd = rest;
    mkdirSync(place('.'), { recursive: true });
  } else if (instruction === 'ENV') {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value;
  } else if (instruction === 'COPY') {
    const words = rest.split(/\s+/);
    const from = words[0]?.startsWith('--from=') ? stageOf(words[0].slice(7)) : null;
    if (from) words.shift();
    const to = words.pop() ?? '';
    for (const word of words) {
      const source = from
        ? join(from.root, word.startsWith('/') ? word : join(from.cwd, word))
        : join(context, word);
      if (!existsSync(source)) throw new Error(`COPY: ${word} does not exist`);
      const target = to.endsWith('/') || to === './' ? join(place(to), basename(source)) : place(to);
      mkdirSync(dirname(target), { recursive: true });
      cpSync(source, word === '.' ? place(to) : target, { recursive: true, verbatimSymlinks: true });
    }
  } else if (instruction === 'RUN') {
    // The only absolute paths in the steps.
    const command = rest
      .replace(/ -o node -g node/, '')
      .replaceAll(/ \/(data|backups)\b/g, ` ${stage.root}/$1`);
    execFileSync('/bin/sh', ['-c', command], {
      cwd: place('.'),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...stage.env },
    });
  } else stage.say[instruction] = rest;
}

const last = stageOf('last');
const app = join(last.root, last.cwd);
const data = join(last.root, 'data');
/** @param {string} path */
const size = (path) => execFileSync('du', ['-sh', path], { encoding: 'utf8' }).split('\t')[0];
console.log(`the last stage: ${size(app)}, of it packages ${size(join(app, 'node_modules'))}`);

const asNobody = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
if ('uid' in asNobody) {
  execFileSync('chown', ['-R', `${NOBODY}:${NOBODY}`, data]);
  for (let path = last.root; path !== dirname(path) && path !== tmpdir(); path = dirname(path)) {
    if (path.startsWith(work)) chmodSync(path, 0o755);
  }
}
execFileSync('chmod', ['-R', 'a-w', app]);
const command = JSON.parse(last.say.CMD ?? '');
const health = JSON.parse(last.say.HEALTHCHECK?.replace(/^.*?CMD /, '') ?? '');
const env = {
  PATH: process.env.PATH,
  ...last.env,
  HOST: '127.0.0.1',
  PORT: String(PORT),
  DATA_DIR: data,
  PUBLIC_URL: `http://localhost:${PORT}`,
  OUTGOING_MAIL: 'off',
  SUPPORT_ADDRESS: 'support@books.example.org',
};
// With a word that each program refuses or explains: proves that the program and all its imports are there.
for (const name of [
  'import-book',
  'regrade-book',
  'invite-staff',
  'backup',
  'restore',
  'move-database',
  'remove-demo',
]) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', name, '--', '--help'], {
    cwd: app,
    env,
    encoding: 'utf8',
    ...asNobody,
  });
  if (!/^Usage/m.test(stdout + stderr)) throw new Error(`npm run ${name}: ${status} ${stdout}${stderr}`);
  console.log(`npm run ${name} --help: ${status}`);
}
const server = spawn(command[0], command.slice(1), {
  cwd: app,
  env,
  stdio: ['ignore', 'ignore', 'inherit'],
  ...asNobody,
});
/** @type {number | null} */
let ended = null;
server.once('exit', (code) => {
  ended = code;
});
const healthy = () => {
  try {
    execFileSync(health[0], health.slice(1), { cwd: app, env, stdio: 'ignore', ...asNobody });
    return true;
  } catch {
    return false;
  }
};
for (let second = 0; second < 90 && ended === null && !healthy(); second += 1) await sleep(1000);
try {
  if (!healthy()) throw new Error('the health check failed');
  for (const [path, wanted] of /** @type {const} */ ([
    ['/', '<!doctype html>'],
    ['/books', '<!doctype html>'],
    ['/openapi.json', '"openapi"'],
    ['/customer_portal/v1/countries', '"count":249'],
  ])) {
    const answer = await fetch(`http://127.0.0.1:${PORT}${path}`);
    const text = await answer.text();
    if (!answer.ok || !text.toLowerCase().includes(wanted.toLowerCase()))
      throw new Error(`${path} answers ${answer.status}: ${text.slice(0, 200)}`);
    console.log(`${path}: ${answer.status}, ${text.length} characters`);
  }
} finally {
  const signal = /** @type {NodeJS.Signals} */ (last.say.STOPSIGNAL ?? 'SIGTERM');
  server.kill(signal);
  for (let tenth = 0; tenth < 300 && ended === null; tenth += 1) await sleep(100);
  if (ended === null) server.kill('SIGKILL');
  console.log(`after ${signal} it ended with ${ended}`);
  execFileSync('chmod', ['-R', 'u+w', app]);
  if (!process.argv[2]) rmSync(work, { recursive: true, force: true });
}
if (ended !== 0) process.exitCode = 1;
else console.log('The steps of the container file make a product that works.');
