import { ErrorBody } from '@vesalius/contract/atoms';
import { prefixOf } from '@vesalius/contract/calls';
import { USER_ID_HEADER } from '@vesalius/contract/constants';
import { type Endpoint, paramsSchema } from '@vesalius/contract/endpoints';
import { messageOf } from '@vesalius/contract/errors';
import { endpointTable } from '@vesalius/contract/table';
import type { z } from 'zod';
import { EXAMPLES } from './openapi-examples.ts';
import { filePaths } from './openapi-files.ts';
import { HEADERS, responsesOf, sharedResponses } from './openapi-responses.ts';
import { type Json, SchemaComponents } from './openapi-schemas.ts';
import { uploadPaths } from './openapi-uploads.ts';

const TAGS: Readonly<Record<keyof typeof endpointTable, string>> = {
  accounts: 'Signing in, registration, the own profile, sessions and the second factor.',
  letters: 'Turning an optional letter off, and on again, with the link of a mail.',
  catalogue: 'Books, categories and packages, with what the caller has of them.',
  reader: 'The pages of a book, the place in it, search, notes and highlights.',
  notebook: 'What a user wrote and highlighted, over all books.',
  generatedAnswers:
    'Answers that a model makes from passages, checked against them; only where one is configured.',
  lectures: 'Videos, images and DICOM studies that belong to pages.',
  assessments: 'Quizzes, chapter tests, the final test and the survey.',
  cards: 'Cards that readers make of their highlights, for the review and for Anki.',
  certificates: 'Certificates and credits: earned, claimed, checked.',
  commerce: 'Prices, payments, subscriptions and invoices.',
  programs: 'Books and students of a program, for its directors.',
  discussions: 'Topics and comments in programs.',
  institutions: 'Members of an institution, and COUNTER reports of its usage.',
  support: 'The contact form.',
  resumableUploads: 'Large files, sent in parts: what has become of them.',
  admin: 'For staff: people, books and institutions.',
  commerceAdmin: 'For staff: plans, promo codes, payments and refunds.',
  certificatesAdmin: 'For staff: certificates to find, correct, revoke and export.',
  studio:
    'Books that are being made: for staff, their producers, and the authors and editors who review them.',
  workReleases: 'Publishing of books: check list, releases, schedule, withdrawal.',
  workPreview: 'Books that are being made, as their readers would see them.',
  workReview: 'Asking the authors and editors of a book to look at it before readers see it.',
  workComments: 'What the people of a book say of its pages before readers see them.',
  workFiles: 'The files of books that are being made, and the pages of their PDFs.',
  workStudies:
    'DICOM studies of books that are being made: what they tell of a patient, and what was decided.',
  bookLife: 'What the makers of a book learn from how it is read.',
  workQuestions: 'Files of questions: into a book that is being made, and out of it.',
  publishingAdmin: 'For staff: packages, programs, publishers and the people of books.',
};

/** The OpenAPI 3.1 document, generated from the same table as the routes. */
export function openApiDocument(publicUrl: string): Json {
  const components = new SchemaComponents();
  const paths: Record<string, Json> = {};
  for (const [feature, endpoints] of Object.entries(endpointTable))
    for (const [name, endpoint] of Object.entries(endpoints as Record<string, Endpoint>))
      for (const portal of endpoint.portals) {
        const url = `${prefixOf(endpoint, portal)}${endpoint.path}`.replace(/:(\w+)/g, '{$1}');
        paths[url] ??= {};
        paths[url][endpoint.method.toLowerCase()] = {
          operationId: `${portal}_${name}`,
          tags: [feature],
          summary: endpoint.summary ?? name,
          ...(endpoint.description ? { description: endpoint.description } : {}),
          security: securityOf(endpoint),
          parameters: [
            ...parametersOf(components, paramsSchema(endpoint), 'path'),
            ...parametersOf(components, endpoint.query, 'query'),
            { $ref: '#/components/parameters/UserId' },
          ],
          ...(endpoint.body ? { requestBody: requestBodyOf(components, name, endpoint) } : {}),
          responses: withExample(responsesOf(endpoint, components), EXAMPLES[name]?.answer),
        };
      }
  // Named explicitly, because no call returns it as its answer.
  components.of(ErrorBody, 'output');
  for (const [url, operations] of Object.entries(uploadPaths()))
    paths[url] = { ...paths[url], ...operations };
  const named = components.finish({ ...paths, ...filePaths() });
  return {
    openapi: '3.1.0',
    info: {
      title: 'Vesalius',
      version: '1',
      description: `Digital medical books and courses. Pagination, tokens, limits, errors and versions are explained at ${publicUrl}/docs.`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: publicUrl }],
    externalDocs: { url: `${publicUrl}/docs` },
    security: [{ bearer: [] }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths: named.document,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The `auth_token` of signing in.' },
      },
      schemas: named.schemas,
      responses: sharedResponses(),
      headers: HEADERS,
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
  };
}

/** An open call that answers more to a signed-in caller accepts a token and works without one. */
function securityOf({ who, ignoresToken }: Endpoint): Json[] {
  if (who !== 'open') return [{ bearer: [] }];
  return ignoresToken ? [] : [{}, { bearer: [] }];
}

function parametersOf(
  components: SchemaComponents,
  schema: z.ZodType | undefined,
  where: 'path' | 'query',
): Json[] {
  if (!schema) return [];
  const json = components.inline(schema) as { properties?: Record<string, Json>; required?: string[] };
  return Object.entries(json.properties ?? {}).map(([name, property]) => ({
    name,
    in: where,
    required: where === 'path' || (json.required?.includes(name) ?? false),
    schema: property,
  }));
}

function requestBodyOf(components: SchemaComponents, name: string, { body, takesFile }: Endpoint): Json {
  const example = EXAMPLES[name]?.body;
  return {
    required: true,
    content: {
      'application/json': {
        schema: components.of(body as z.ZodType, 'input'),
        ...(example === undefined ? {} : { example }),
      },
      ...(takesFile ? { 'multipart/form-data': { schema: fileIn(takesFile) } } : {}),
    },
  };
}

const fileIn = (field: string): Json => ({
  type: 'object',
  properties: { [field]: { type: 'string', format: 'binary' } },
  required: [field],
});

function withExample(responses: Json, example: unknown): Json {
  if (example === undefined) return responses;
  const [status, done] = Object.entries(responses)[0] as [string, { content: { 'application/json': Json } }];
  const content = { 'application/json': { ...done.content['application/json'], example } };
  return { ...responses, [status]: { ...done, content } };
}
