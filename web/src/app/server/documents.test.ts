import { describe, expect, it } from 'vitest';
import { documentsOf, fillMarks } from './documents.ts';

const build = {
  template:
    '<!doctype html><html><head><!--page-start--><!--viewer-start--><!--head-->' +
    '<script type="module" src="/assets/main.js"></script><link rel="modulepreload" href="/assets/base.js"></head>' +
    '<body><div id="root"><!--app--></div><!--viewer-picture--></body></html>',
  manifest: {
    'src/routes/book-viewer.tsx': {
      file: 'assets/viewer.js',
      css: ['assets/viewer.css'],
      imports: ['_base.js'],
    },
    '_base.js': { file: 'assets/base.js' },
    'src/i18n/ar/reader.ts': { file: 'assets/reader-ar.js' },
  },
};
const scripts = { pageStart: 'page()', viewerStart: 'viewer()' };
const { publicTemplate, shell, unknownPage, viewer } = documentsOf(build, scripts, []);
const parse = (document: string) => new DOMParser().parseFromString(document, 'text/html');

describe('the documents', () => {
  it('begin with the script that runs before the first paint', () => {
    for (const document of [publicTemplate, shell, unknownPage, viewer('en', null, null)])
      expect(parse(document).head.firstElementChild?.textContent).toBe('page()');
  });

  it('other than the viewer’s carry no script of the viewer', () => {
    for (const document of [publicTemplate, shell, unknownPage]) expect(document).not.toContain('viewer');
  });

  it('without content have no marks left', () => {
    for (const document of [shell, unknownPage, viewer('en', null, null)])
      expect(document).not.toContain('<!--');
    expect(parse(unknownPage).querySelector('#root noscript')).not.toBeNull();
  });

  it('carry the social links of the configuration', () => {
    const links = [{ name: 'LinkedIn', url: 'https://linkedin.example/a?x=1&y="' }];
    const documents = documentsOf(build, scripts, links);
    for (const document of [documents.publicTemplate, documents.shell, documents.unknownPage]) {
      const meta = parse(document).querySelector<HTMLMetaElement>('meta[name="social-links"]');
      expect(JSON.parse(meta?.content ?? '')).toEqual(links);
    }
    expect(documents.viewer('ar', null, null)).toContain('social-links');
    expect(shell).not.toContain('social-links');
  });
});

describe('the viewer’s document', () => {
  const preview = {
    revision: 2,
    last_page: 15,
    runs: [],
    grants: {},
    common_width: 500,
    crops: [],
    picture: true,
  };
  const document = parse(viewer('ar', preview, 'cGljdHVyZQ=='));

  it('holds the code back until its script adds it, each file once', () => {
    const code = document.querySelector<HTMLTemplateElement>('#viewer-code')?.content;
    const files = [...(code?.children ?? [])].map(
      (each) => each.getAttribute('src') ?? each.getAttribute('href'),
    );
    expect(files).toEqual([
      '/assets/main.js',
      '/assets/base.js',
      '/assets/viewer.css',
      '/assets/viewer.js',
      '/assets/reader-ar.js',
    ]);
    expect(document.querySelector('[type="module"], [rel="modulepreload"], [rel="stylesheet"]')).toBeNull();
  });

  it('knows before its script what everybody may fetch, and ends with the image', () => {
    const [known, script] = [...document.querySelectorAll('#viewer-preview, #viewer-preview ~ script')];
    expect(JSON.parse(known?.textContent ?? '')).toEqual(preview);
    expect(script?.textContent).toBe('viewer()');
    expect(document.body.lastElementChild).toBe(document.querySelector('#viewer-picture'));
    expect(document.querySelector('#viewer-picture')?.textContent).toBe('cGljdHVyZQ==');
  });
});

it('fills marks once: what is filled in is text', () => {
  expect(fillMarks('<!--head-->|<!--app-->', { head: '<!--app-->', app: '$& $1' })).toBe('<!--app-->|$& $1');
});
