import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readConfig } from '../platform/config.ts';
import { findWebBuild } from './web-build.ts';

const folder = mkdtempSync(join(tmpdir(), 'vesalius-web-'));
afterAll(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
};

it('writes the social links of the configuration into every page', async () => {
  write('client/index.html', '<head><!--head--></head><body><!--app--></body>');
  write('client/.vite/manifest.json', '{}');
  write(
    'server/entry-server.js',
    `export const publicAddress = (url) => url;
     export const isScreen = () => true;
     export const createRenderer = ({ template, socialLinks }) => async () =>
       ({ status: 200, document: template.replace('<!--app-->', JSON.stringify(socialLinks)) });`,
  );
  const { SOCIAL_LINKS } = readConfig({
    SOCIAL_LINKS: 'LinkedIn=https://linkedin.example/a?x=1&y="; YouTube = https://tube.example/b',
  });
  const web = await findWebBuild(SOCIAL_LINKS, join(folder, 'client'));
  const links = [
    { name: 'LinkedIn', url: 'https://linkedin.example/a?x=1&y="' },
    { name: 'YouTube', url: 'https://tube.example/b' },
  ];
  const rendered = await web?.render({
    url: '/',
    language: 'en',
    origin: '',
    fetchCall: async () => ({}) as never,
  });
  expect(rendered?.document).toContain(JSON.stringify(links));
  for (const page of [web?.shell, web?.viewerShell.ar, web?.unknownPage, rendered?.document]) {
    const content = /<meta name="social-links" content="([^"]*)">/.exec(page ?? '')?.[1] ?? '';
    expect(JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&'))).toEqual(links);
  }
  expect((await findWebBuild([], join(folder, 'client')))?.shell).not.toContain('social-links');
});
