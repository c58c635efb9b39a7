import { describe, expect, it } from 'vitest';
import { cleanHtml, hasContent, isReasonable, previewOf } from './clean-html.ts';

const IMAGE = '/files/public/topics/1700000000000-0123456789abcdef.webp';

describe('HTML of a topic', () => {
  it.each([
    ['<script>alert(1)</script>', ''],
    ['<img src=x onerror=alert(1)>', ''],
    ['<img src="https://elsewhere.example/pixel.gif">', ''],
    [`<img src="${IMAGE}" alt="ECG" onload="alert(1)">`, `<img src="${IMAGE}" alt="ECG" />`],
    [`<img src="${IMAGE}">`, `<img src="${IMAGE}" alt="" />`],
    ['<a href="javascript:alert(1)">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    [
      '<a href="jAvAsCrIpT&colon;alert(1)">x</a>',
      '<a rel="noopener noreferrer nofollow" target="_blank">x</a>',
    ],
    ['<a href="//evil.example">x</a>', '<a rel="noopener noreferrer nofollow" target="_blank">x</a>'],
    [
      '<a href="/book-viewer/1?page=3">x</a>',
      '<a href="/book-viewer/1?page=3" rel="noopener noreferrer nofollow" target="_blank">x</a>',
    ],
    ['<p style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
    ['<svg><script>alert(1)</script></svg>', ''],
    ['<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>', '<table></table>'],
    ['<iframe srcdoc="<script>alert(1)</script>"></iframe>', ''],
    ['<form action="/x"><input name=a><button>go</button></form>', 'go'],
    ['<p>photo\u202e&#x202E;gnp.exe</p>', '<p>photognp.exe</p>'],
    ['<p>&lt;script&gt; is text</p>', '<p>&lt;script&gt; is text</p>'],
  ])('%s becomes %s', (html, expected) => expect(cleanHtml(html)).toBe(expected));

  it('that shows nothing has no content', () => {
    expect(['', '<p></p>', '<p>&nbsp;</p>', '<p><br></p>'].map(hasContent)).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect([`<img src="${IMAGE}" alt="" />`, '<p>a</p>'].map(hasContent)).toEqual([true, true]);
  });

  it('is cut between words for the list, and stays valid', () => {
    const long = `<p>${'word &amp; more '.repeat(60)}</p><p>never seen</p>`;
    const preview = previewOf(long);
    expect(preview).toMatch(/^<p>word &amp; more/);
    expect(preview).toMatch(/ …<\/p>/);
    expect(preview.length).toBeLessThan(450);
    expect(preview).not.toContain('never');
  });

  it('of nothing but tags is refused before it is cleaned; a long text with tables is not', () => {
    expect(['<b>'.repeat(33_000), '<'.repeat(100_000)].map(isReasonable)).toEqual([false, false]);
    expect(isReasonable(`<table>${'<tr><td>1</td><td>2</td></tr>'.repeat(900)}</table>`)).toBe(true);
  });

  it('is previewed from its beginning, and a tag that is cut there does no harm', () => {
    const preview = previewOf(`<p>${'<strong>ab</strong> '.repeat(20_000)}</p>`);
    expect(preview.length).toBeLessThan(20_000);
    expect(cleanHtml(preview)).toBe(preview);
  });
});
