import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const samples = [
  ...readdirSync(join(root, 'deploy'), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => `deploy/${name}`),
  'docs/operations.md',
]
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }))
  .filter(({ text }) => /\bnode\b.*server\/dist\/main\.js/.test(text));

it('each sample that starts the server does it as npm start does', async () => {
  const { SERVER_FLAGS, SERVER_VARIABLES } = (await import(
    pathToFileURL(join(root, 'scripts/server-flags.mjs')).href
  )) as { SERVER_FLAGS: string[]; SERVER_VARIABLES: Record<string, string> };
  expect(samples.length).toBeGreaterThan(1);
  for (const { file, text } of samples) {
    for (const flag of SERVER_FLAGS) expect(text, file).toContain(flag);
    for (const [name, value] of Object.entries(SERVER_VARIABLES))
      expect(text, file).toContain(`${name}=${value}`);
  }
});
