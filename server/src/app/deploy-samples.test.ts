import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { readConfig } from '../config/config.ts';

/*
 * Runs the files that an operator copies, or parses them if their program is missing here, and compares them with the
 * product: its variables, its commands, the numbers in its documents.
 */
const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const operations = read('docs/operations.md');
const isAtHand = (program: string, ...words: string[]) => spawnSync(program, words).status === 0;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vesalius-deploy-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The names between `z.object({` and its end in `config.ts`. */
const variables = [
  ...(/const Environment = z\.object\(\{\n(.*?)\n\}\);/s
    .exec(read('server/src/config/config.ts'))?.[1]
    ?.matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm) ?? []),
].map((match) => match[1] as string);

describe('variables', () => {
  it('each is in the table of docs/operations.md', () => {
    expect(variables.length).toBeGreaterThan(30);
    const table = operations.slice(operations.indexOf('## All variables'));
    const documented = new Set([...table.matchAll(/`([A-Z][A-Z0-9_]+)`/g)].map((match) => match[1]));
    expect(variables.filter((name) => !documented.has(name))).toEqual([]);
  });

  it('those of mail, payments, sign-in and storage are in the environment of the containers', () => {
    const names = new Set(
      [...read('deploy/environment.example').matchAll(/^#?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]),
    );
    const wanted = variables.filter((name) =>
      /^(PAYPAL|AUTHORIZENET|S3|MAIL_FROM|SMTP|SUPPORT|TAX|GOOGLE_CLIENT|STAFF)/.test(name),
    );
    expect(wanted.length).toBeGreaterThan(15);
    expect(wanted.filter((name) => !names.has(name))).toEqual([]);
  });
});

/** Parses the file as systemd and a shell do. */
const assignments = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/^([A-Z][A-Z0-9_]*)=("?)(.*)\2$/gm)].map(([, name = '', , value = '']) => [
      name,
      value,
    ]),
  );

describe('the environment of the service', () => {
  const path = join(root, 'deploy/service-environment.example');
  const values = assignments(read('deploy/service-environment.example'));

  it('starts production, once its addresses are the operator’s', () => {
    expect(Object.keys(values).filter((name) => name !== 'NODE_ENV' && !variables.includes(name))).toEqual(
      [],
    );
    expect(readConfig(values, { serves: true })).toMatchObject({ production: true, demo: false });
  });

  it('has the same values in the shell in which commands run', () => {
    const { stdout, status } = spawnSync('/bin/sh', ['-c', 'set -a; . "$0"; env', path], {
      env: {},
      encoding: 'utf8',
    });
    expect(status).toBe(0);
    expect(assignments(stdout)).toMatchObject(values);
  });
});

describe('the first command of docs/operations.md', () => {
  it('starts production', () => {
    const [, command = ''] = /```\n(NODE_ENV=production .*?) npm start\n```/s.exec(operations) ?? [];
    const words = command.replace(/\\\n/g, ' ').trim().split(/\s+/);
    const values = Object.fromEntries(words.map((word) => word.split(/=(.*)/s).slice(0, 2)));
    expect(readConfig(values, { serves: true })).toMatchObject({ production: true });
  });
});

describe('compose.yaml', () => {
  // biome-ignore lint/suspicious/noExplicitAny: whatever the file says
  const compose: any = parse(read('deploy/compose.yaml'), { merge: true });
  const examples = read('deploy/environment.example');

  it('passes every variable of the environment file to the server', () => {
    expect(compose.services.server.env_file).toEqual(['environment']);
    const own = Object.keys(compose.services.server.environment);
    expect(own.filter((name) => !variables.includes(name))).toEqual([]);
  });

  it('starts production with the required variables filled in and the others left out', () => {
    const secret = '0123456789abcdef0123456789abcdef';
    const filled = assignments(examples.replace(/^([A-Z0-9_]+)=$/gm, `$1=${secret}`));
    /** Substitutes variables as Compose does: a name, with a default or as required. */
    const fill = (text: string): string =>
      text.replace(
        /\$\{([A-Z0-9_]+)(?::[-?]((?:\$\{[^}]*\}|[^}])*))?\}/g,
        (_whole, name: string, other = '') => (filled[name] ? filled[name] : fill(other)),
      );
    const own = Object.entries(compose.services.server.environment as Record<string, string>);
    const values = { NODE_ENV: 'production', ...filled };
    for (const [name, value] of own) values[name as 'NODE_ENV'] = fill(value);
    expect(readConfig(values, { serves: true })).toMatchObject({ production: true, demo: false });
  });

  it('uses only variables that the example names', () => {
    const asked = [...read('deploy/compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map((match) => match[1]);
    for (const name of asked) expect(examples).toMatch(new RegExp(`^#?${name}=`, 'm'));
  });

  it('names a version of every image', () => {
    const images = Object.values(compose.services as Record<string, { image: string }>).map(
      ({ image }) => image,
    );
    for (const image of images.filter((name) => name !== 'vesalius'))
      expect(image).toMatch(/:.*\d+\.\d|\d{4}-/);
  });

  it('mounts existing files and named volumes, and backs up beside the data', () => {
    for (const { volumes = [] } of Object.values(compose.services as Record<string, { volumes?: string[] }>))
      for (const volume of volumes) {
        const [from = ''] = volume.split(':');
        if (from.startsWith('./')) expect(read(join('deploy', from))).toBeTruthy();
        else if (!from.startsWith('$')) expect(Object.keys(compose.volumes)).toContain(from);
      }
    expect(compose.services.server.volumes).toEqual(['data:/data', 'backups:/backups']);
    expect(operations).toContain('/backups/');
  });

  const program = isAtHand('docker', 'compose', 'version')
    ? ['docker', 'compose']
    : isAtHand('docker-compose', 'version')
      ? ['docker-compose']
      : null;
  it.skipIf(!program)('is accepted by Docker', () => {
    cpSync(join(root, 'deploy'), join(folder, 'deploy'), { recursive: true });
    const filled = examples.replace(/^([A-Z0-9_]+)=$/gm, '$1=0123456789abcdef0123456789abcdef');
    writeFileSync(join(folder, 'deploy/environment'), filled);
    const [command = '', ...words] = program ?? [];
    const options = ['-f', 'deploy/compose.yaml', '--env-file', 'deploy/environment', 'config'];
    const said = execFileSync(command, [...words, ...options], { cwd: folder, encoding: 'utf8' });
    expect(said).toContain('support@books.example.org');
  });
});

describe('the container file', () => {
  /** Instructions of the last stage, continued lines joined. */
  const last = read('deploy/Dockerfile')
    .replace(/^#.*\n/gm, '')
    .replace(/\\\n\s*/g, ' ')
    .split(/^FROM /m)
    .at(-1) as string;
  const copied = [...last.matchAll(/^COPY --from=build (.*) (\S+)$/gm)].flatMap(([, from = '', to = '']) =>
    from.split(' ').map((path) => [path.replace('/app/', ''), to] as const),
  );
  const scripts = JSON.parse(read('package.json')).scripts as Record<string, string>;
  const startsProgram = (name: string) => {
    const file = scripts[name]?.split(' ')[1] ?? '';
    return file.startsWith('scripts/') && read(file).includes('runServerProgram(');
  };
  /** The commands that the documents name for operators, without those for developers. */
  const pages = ['docs/operations.md', 'docs/book-folder.md', 'docs/assessments.md', 'README.md'].map(read);
  const commands = [
    ...new Set([...pages.join('\n').matchAll(/npm run ([a-z-]+)/g)].map((match) => match[1] as string)),
  ]
    .filter(startsProgram)
    .sort();
  let image: string;
  beforeAll(() => {
    image = join(folder, 'image');
    for (const [path, to] of copied) {
      // Built files do not exist here; a stand-in program prints its arguments instead.
      if (path.includes('dist')) continue;
      const target = to.endsWith('/') ? join(image, to, path.split('/').at(-1) as string) : join(image, to);
      cpSync(join(root, path), target, { recursive: true });
    }
  });

  it('documents the commands', () => {
    expect(commands).toEqual(
      expect.arrayContaining([
        'backup',
        'import-book',
        'invite-staff',
        'move-database',
        'regrade-book',
        'restore',
      ]),
    );
  });

  it.each(commands)('contains everything that `npm run %s` needs', (name) => {
    const script = JSON.parse(readFileSync(join(image, 'package.json'), 'utf8')).scripts[name] as string;
    const words = script.split(' ').slice(1);
    const run = () =>
      spawnSync(process.execPath, [...words, '--help'], {
        cwd: image,
        env: { PATH: process.env.PATH, NODE_ENV: 'production' },
        encoding: 'utf8',
      });
    // Nothing is installed or built: only the program is missing.
    const { stderr } = run();
    expect(stderr).toContain('The server could not be built');
    const text = readFileSync(join(image, words[0] as string), 'utf8');
    const program = /runServerProgram\([`']([^`']+)[`']/
      .exec(text)?.[1]
      ?.replace(/\$\{name\}/, words[1] ?? '');
    const source = join(root, 'server/src', (program ?? '').replace(/\.js$/, '.ts'));
    expect(readFileSync(source, 'utf8')).toBeTruthy();
    const built = join(image, 'server/dist', program ?? '');
    mkdirSync(dirname(built), { recursive: true });
    writeFileSync(built, "process.stdout.write(['called', ...process.argv.slice(2)].join(' '))");
    expect(run().stdout).toBe('called --help');
  });

  it('copies the packages from wherever npm puts them', () => {
    for (const path of ['node_modules', 'server/node_modules'])
      expect(last).toContain(`COPY --from=packages /app/${path} ${path}`);
    const { packages } = JSON.parse(read('package-lock.json')) as { packages: Record<string, object> };
    const nested = Object.keys(packages).some((path) => path.startsWith('contract/node_modules/'));
    expect(nested).toBe(false);
  });

  it('contains the folders that the server reads at run time', () => {
    const paths = copied.map(([path]) => path);
    for (const path of ['server/data', 'server/migrations', 'server/dist', 'contract/dist', 'web/dist'])
      expect(paths).toContain(path);
    const names = readdirSync(join(root, 'server'), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !/^(src|dist|node_modules|\.)/.test(entry.name))
      .map((entry) => `server/${entry.name}`);
    expect(names.filter((name) => !paths.includes(name))).toEqual([]);
  });

  it('is built only from files that are not ignored', () => {
    const lines = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line && !line.startsWith('#'));
    expect(lines[0]).toBe('*');
    const taken = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    const [build = ''] = read('deploy/Dockerfile').split(/^FROM .* AS packages$/m);
    const wanted = [...build.matchAll(/^COPY (?!--)(.*) \S+$/gm)]
      .flatMap(([, from = '']) => from.split(' '))
      .filter((path) => path !== '.')
      .map((path) => path.split('/')[0] as string);
    expect(wanted).toContain('contract');
    expect(wanted.filter((path) => !taken.includes(path))).toEqual([]);
    const { scripts: commands, workspaces } = JSON.parse(read('package.json'));
    for (const folder of [...workspaces, commands.build.split(' ')[1].split('/')[0]])
      expect(taken).toContain(folder);
  });

  it('uses a maintained and sufficiently new Node', () => {
    const majors = [...read('deploy/Dockerfile').matchAll(/^FROM node:(\d+)/gm)].map((match) =>
      Number(match[1]),
    );
    expect(majors).toHaveLength(3);
    expect(new Set(majors).size).toBe(1);
    // Long-term support goes to even numbers; 20 ended in April 2026.
    expect((majors[0] as number) % 2).toBe(0);
    expect(majors[0]).toBeGreaterThanOrEqual(22);
  });
});

describe('vesalius.service', () => {
  const unit = read('deploy/vesalius.service');

  it('can be enabled, waits for the network, and has a private folder for imports', () => {
    for (const line of [
      'After=network-online.target',
      'Wants=network-online.target',
      'PrivateTmp=true',
      'UMask=0077',
      'WantedBy=multi-user.target',
    ])
      expect(unit.split('\n')).toContain(line);
  });

  it('starts the server as `npm start` does', async () => {
    const { SERVER_FLAGS, SERVER_VARIABLES } = await import('../../../scripts/server-flags.mjs');
    const containers = read('deploy/Dockerfile');
    for (const flag of SERVER_FLAGS) for (const text of [unit, containers]) expect(text).toContain(flag);
    for (const [name, value] of Object.entries(SERVER_VARIABLES))
      for (const text of [unit, containers]) expect(text).toContain(`${name}=${value}`);
  });

  it.skipIf(!isAtHand('systemd-analyze', '--version'))('is accepted by systemd', () => {
    const path = join(folder, 'vesalius.service');
    // Uses this machine's Node: systemd refuses a unit whose program is missing.
    writeFileSync(path, unit.replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    expect(stderr.split('\n').filter((line) => line.includes('vesalius.service'))).toEqual([]);
    expect(status).toBe(0);
  });
});
