import { ErrorBody } from '@vesalius/contract/atoms';
import { PORTAL_PREFIX } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import { type Endpoint, paramsSchema } from '@vesalius/contract/endpoints';
import { messageOf, statusOf } from '@vesalius/contract/errors';
import { endpointTable } from '@vesalius/contract/table';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { docsPage } from './docs-page.ts';

type Json = Record<string, unknown>;

/** OpenAPI 3.1 speaks JSON Schema 2020-12 as it is. */
function toSchema(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _dialect, ...json } = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
  });
  return json as Json;
}

/** What a handler writes by itself: text of some kind (CSV, a signed token), or JSON of a shape of its own. */
const rawSchema = (type: string): Json => (type === 'application/json' ? {} : { type: 'string' });

/** The OpenAPI 3.1 document, made from the same table that the routes are mounted from. */
export function openApiDocument(): Json {
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(endpointTable))
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>))
      for (const portal of endpoint.portals) {
        const url = `${PORTAL_PREFIX[portal]}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        paths[url] ??= {};
        paths[url][endpoint.method.toLowerCase()] = {
          operationId: `${portal}_${name}`,
          tags: [feature],
          summary: endpoint.summary ?? name,
          ...(endpoint.who === 'open' ? { security: [] } : {}),
          parameters: [
            ...parametersOf(paramsSchema(endpoint), 'path'),
            ...parametersOf(endpoint.query, 'query'),
            { $ref: '#/components/parameters/UserId' },
          ],
          ...(endpoint.body
            ? {
                requestBody: {
                  required: true,
                  content: { 'application/json': { schema: toSchema(endpoint.body, 'input') } },
                },
              }
            : {}),
          responses: responsesOf(endpoint),
        };
      }
  return {
    openapi: '3.1.0',
    info: { title: 'Vesalius', version: '1', description: 'Digital medical books and courses.' },
    security: [{ bearer: [] }],
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Error: toSchema(ErrorBody, 'output') },
      parameters: {
        UserId: {
          name: USER_ID_HEADER,
          in: 'header',
          required: false,
          description: `${messageOf('wrong_person')} Id of the user for whom a page was opened; with the token of another user the call is refused (409 \`wrong_person\`).`,
          schema: { type: 'string' },
        },
      },
    },
    paths,
  };
}

function parametersOf(schema: z.ZodType | undefined, where: 'path' | 'query'): Json[] {
  if (!schema) return [];
  const json = toSchema(schema, 'input') as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }));
}

function responsesOf(endpoint: Endpoint): Json {
  const responses: Json = {};
  const status = endpoint.status ?? (endpoint.answer || endpoint.raw ? 200 : 204);
  responses[status] = endpoint.answer
    ? {
        description: 'Done',
        content: { 'application/json': { schema: toSchema(endpoint.answer, 'output') } },
      }
    : {
        description: 'Done',
        ...(endpoint.raw ? { content: { [endpoint.raw]: { schema: rawSchema(endpoint.raw) } } } : {}),
      };
  const codes = new Set(endpoint.errors ?? []);
  codes.add('invalid');
  if (endpoint.needsMail) codes.add('mail_unavailable');
  if (endpoint.who !== 'open') for (const code of ['session_ended', 'wrong_portal'] as const) codes.add(code);
  for (const code of codes)
    responses[statusOf(code)] ??= {
      description: `${code}: ${messageOf(code)}`,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
    };
  return responses;
}

export function registerOpenApi(app: FastifyInstance): void {
  let document: string | undefined;
  app.get('/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(openApiDocument());
    return reply.type('application/json; charset=utf-8').send(document);
  });
  let page: string | undefined;
  app.get('/docs', async (_request, reply) => {
    page ??= docsPage();
    return reply.type('text/html; charset=utf-8').send(page);
  });
}
