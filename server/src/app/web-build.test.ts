import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { findWebBuild } from './web-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'vesalius-web-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

it('opens the pages of the web app with the social links of the configuration', async () => {
  const client = join(folder, 'client');
  expect(await findWebBuild([], client)).toBeNull();
  write(
    'server/entry-server.js',
    'export const openPages = (options) => ({ shell: JSON.stringify(options) });',
  );
  const { SOCIAL_LINKS } = readConfig({
    SOCIAL_LINKS: 'LinkedIn=https://linkedin.example/a?x=1&y="; YouTube = https://tube.example/b',
  });
  const web = await findWebBuild(SOCIAL_LINKS, client);
  expect(web?.folder).toBe(client);
  expect(JSON.parse(web?.shell ?? '')).toEqual({
    clientFolder: client,
    socialLinks: [
      { name: 'LinkedIn', url: 'https://linkedin.example/a?x=1&y="' },
      { name: 'YouTube', url: 'https://tube.example/b' },
    ],
  });
});
