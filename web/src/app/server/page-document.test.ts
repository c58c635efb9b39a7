import { describe, expect, it } from 'vitest';
import type { ClientBuild } from './client-build.ts';
import { liftHead, pageDocument } from './page-document.ts';

const files: ClientBuild = {
  template:
    '<!doctype html><html><head><!--head--><script type="module" src="/assets/main.js"></script>' +
    '<link rel="modulepreload" href="/assets/shared.js"><link rel="stylesheet" href="/assets/main.css"></head>' +
    '<body><div id="root"><!--app--></div></body></html>',
  manifest: {
    'src/screen.tsx': {
      file: 'assets/screen.js',
      css: ['assets/screen.css'],
      imports: ['_shared.js', '_own.js'],
    },
    '_shared.js': { file: 'assets/shared.js' },
    '_own.js': { file: 'assets/own.js', imports: ['src/screen.tsx'] },
  },
  readCss: (file) => (file.includes('main') ? '.used{a:b}.unused{a:b}' : '.screen{a:b}'),
};
const parts = {
  html: '<title>T &amp; t</title><link rel="canonical" href="/books"/><meta property="og:image" content="/files/c.webp"/><p class="used screen">$& text</p>',
  state: { text: '</script><!--' },
  language: 'ar' as const,
  modules: ['src/screen.tsx'],
  origin: 'https://books.example',
};

describe('pageDocument', () => {
  const document = pageDocument(files, parts);
  const [head, body] = document.split('</head>') as [string, string];

  it('puts title, links and meta into the head, with whole addresses', () => {
    expect(head).toContain('<title>T &amp; t</title>');
    expect(head).toContain('rel="canonical" href="https://books.example/books"');
    expect(head).toContain('content="https://books.example/files/c.webp"');
    expect(body).toContain('<div id="root"><p class="used screen">$& text</p></div>');
  });

  it('puts whole addresses into structured data, and leaves texts that look like it alone', () => {
    const data = { url: '/books', image: '/files/c.webp', name: 'called "url":"/x"' };
    const html = `<p></p><script type="application/ld+json">${JSON.stringify(data)}</script><p>"url":"/y"</p>`;
    const told = pageDocument(files, { ...parts, html });
    const script = /ld\+json">(.*?)<\/script>/.exec(told)?.[1] ?? '';
    expect(JSON.parse(script)).toEqual({
      url: 'https://books.example/books',
      image: 'https://books.example/files/c.webp',
      name: 'called "url":"/x"',
    });
    expect(told).toContain('<p>"url":"/y"</p>');
  });

  it('carries the styles of the page and brings whole stylesheets last', () => {
    expect(head).toContain('<style>.used{a:b}.screen{a:b}</style>');
    expect(head).not.toContain('stylesheet');
    expect(body.indexOf('assets/main.css')).toBeLessThan(body.indexOf('assets/screen.css'));
    expect(body.indexOf('assets/main.css')).toBeGreaterThan(body.indexOf('</p>'));
  });

  it('asks for the scripts of the screen once each, behind the rest', () => {
    expect(head.match(/assets\/shared\.js/g)).toHaveLength(1);
    expect(head).toContain('fetchpriority="low" href="/assets/own.js"');
    expect(head).toContain('<script type="module" fetchpriority="low"');
  });

  it('names language and direction, and lets no text end the state', () => {
    expect(document).toContain('<html lang="ar" dir="rtl"');
    expect(body.match(/<\/script>/g)).toHaveLength(1);
    expect(body).not.toContain('<!--');
  });
});

it('finds what React wants in the head', () =>
  expect(liftHead('<meta name="a"/><title>b</title><div></div>')).toEqual({
    head: '<meta name="a"/><title>b</title>',
    body: '<div></div>',
  }));
