import { type Portal, prefixOf } from '@vesalius/contract/calls';
import { type Endpoint, paramsSchema } from '@vesalius/contract/endpoints';
import { ERRORS, messageOf, statusOf } from '@vesalius/contract/errors';
import { endpointTable } from '@vesalius/contract/table';
import { z } from 'zod';
import { escapeHtml } from '../platform/escape-html.ts';
import { GUIDE } from './docs-guide.ts';

/** The OpenAPI document for people: every call with its callers, input and answer. */
export function docsPage(): string {
  const features = Object.entries(endpointTable);
  const menu = features.map(([name]) => `<a href="#${name}">${name}</a>`).join('');
  const sections = features
    .map(
      ([name, endpoints]) =>
        `<section id="${name}"><h2>${name}</h2>${Object.values(endpoints as Record<string, Endpoint>)
          .map(callHtml)
          .join('')}</section>`,
    )
    .join('');
  const errors = Object.keys(ERRORS)
    .map((code) => {
      const known = code as keyof typeof ERRORS;
      return `<tr><td><code>${code}</code></td><td>${statusOf(known)}</td><td>${escapeHtml(messageOf(known))}</td></tr>`;
    })
    .join('');
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Calls · Vesalius</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style>${STYLE}</style></head><body>
<header><h1>Calls</h1><p>Every call of Vesalius, from the table the server itself is mounted from. Machine-readable:
<a href="/openapi.json">/openapi.json</a>.</p><nav><a href="#guide">guide</a>${menu}<a href="#errors">errors</a></nav></header>
<main><section id="guide"><h2>guide</h2>${GUIDE}</section>${sections}<section id="errors"><h2>errors</h2><p>Every error answers
<code>{ "code", "message", "fields"?, "request_id" }</code>.</p><table><thead><tr><th>Code</th><th>Status</th><th>Message</th></tr></thead>
<tbody>${errors}</tbody></table></section></main></body></html>`;
}

function callHtml(endpoint: Endpoint): string {
  const parts = [
    schemaHtml('Parameters', paramsSchema(endpoint), 'input'),
    schemaHtml('Query', endpoint.query, 'input'),
    schemaHtml('Body', endpoint.body, 'input'),
    schemaHtml('Answer', endpoint.answer, 'output'),
  ].join('');
  const errors = (endpoint.errors ?? []).map((code) => `<code>${code}</code>`).join(' ');
  const description = endpoint.description ? `<p>${escapeHtml(endpoint.description)}</p>` : '';
  return `<details><summary><b class="${endpoint.method}">${endpoint.method}</b> <code>${escapeHtml(endpoint.path)}</code>
<span>${escapeHtml(endpoint.summary ?? '')}</span></summary><p>${whoHtml(endpoint)}</p>${description}${parts}${errors ? `<p>Errors of its own: ${errors}</p>` : ''}</details>`;
}

function accessOf({ who, ignoresToken }: Endpoint): string {
  if (who !== 'open') return 'Needs a token';
  return ignoresToken ? 'Open to everybody' : 'Open to everybody; answers more with a token';
}

function whoHtml(endpoint: Endpoint): string {
  const prefixes = endpoint.portals
    .map((portal: Portal) => `<code>${prefixOf(endpoint, portal) || '/'}</code>`)
    .join(' ');
  return `${accessOf(endpoint)}, below ${prefixes}`;
}

function schemaHtml(title: string, schema: z.ZodType | undefined, io: 'input' | 'output'): string {
  if (!schema) return '';
  const { $schema: _version, ...json } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(json, null, 2))}</pre>`;
}

const STYLE = `
body{font:16px/1.5 system-ui,sans-serif;color:#191816;background:#fdfcf9;margin:0 auto;max-width:960px;padding:24px}
h1,h2{font-family:Georgia,serif;font-weight:600}h2{text-transform:capitalize;border-top:1px solid #e2ddd3;padding-top:24px}
nav{display:flex;flex-wrap:wrap;gap:8px 16px}a{color:#0f4c53}details{border-bottom:1px solid #e2ddd3;padding:8px 0}
summary{cursor:pointer;overflow-wrap:anywhere}summary span{color:#5f5b53}summary b{display:inline-block;min-width:4em;color:#0f4c53}
summary b.DELETE{color:#822523}pre{background:#f6f3ec;padding:12px;overflow:auto;font-size:13px;max-height:400px}
code{font-size:.9em}table{border-collapse:collapse;width:100%}th,td{text-align:start;padding:4px 12px 4px 0;border-bottom:1px solid #e2ddd3}
@media(prefers-color-scheme:dark){body{background:#161817;color:#ece8df}pre{background:#1d2020}a,summary b{color:#65a4ac}summary span{color:#a9a397}}`;
