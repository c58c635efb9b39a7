import * as accountsBodies from '@vesalius/contract/accounts-bodies';
import * as admin from '@vesalius/contract/admin';
import * as adminInstitutions from '@vesalius/contract/admin-institutions';
import * as adminPeople from '@vesalius/contract/admin-people';
import * as assessments from '@vesalius/contract/assessments';
import * as questions from '@vesalius/contract/assessments-questions';
import * as assessmentResults from '@vesalius/contract/assessments-results';
import * as assessmentReview from '@vesalius/contract/assessments-review';
import * as surveys from '@vesalius/contract/assessments-surveys';
import * as atoms from '@vesalius/contract/atoms';
import * as catalogue from '@vesalius/contract/catalogue';
import * as catalogueParts from '@vesalius/contract/catalogue-parts';
import * as certificates from '@vesalius/contract/certificates';
import * as certificatesAdmin from '@vesalius/contract/certificates-admin';
import * as commerce from '@vesalius/contract/commerce';
import * as commerceAdmin from '@vesalius/contract/commerce-admin';
import * as payment from '@vesalius/contract/commerce-payment';
import * as promoCodes from '@vesalius/contract/commerce-promo-codes';
import * as discussions from '@vesalius/contract/discussions';
import * as institutions from '@vesalius/contract/institutions';
import * as lectures from '@vesalius/contract/lectures';
import * as programs from '@vesalius/contract/programs';
import * as programsOverview from '@vesalius/contract/programs-overview';
import * as programsStudents from '@vesalius/contract/programs-students';
import * as reader from '@vesalius/contract/reader';
import * as secondFactor from '@vesalius/contract/second-factor';
import * as sessions from '@vesalius/contract/sessions';
import * as support from '@vesalius/contract/support';
import * as uploads from '@vesalius/contract/uploads';
import * as users from '@vesalius/contract/users';
import { z } from 'zod';

export type Json = Record<string, unknown>;
export type Direction = 'input' | 'output';

const MODULES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  atoms,
  accounts: accountsBodies,
  ...{ users, sessions, secondFactor, uploads, catalogue, catalogueParts, reader, lectures },
  ...{
    assessments,
    questions,
    assessmentReview,
    assessmentResults,
    surveys,
    certificates,
    commerce,
    payment,
    commerceAdmin,
    promoCodes,
  },
  ...{ programs, programsOverview, programsStudents, discussions, institutions, support },
  admin: { ...admin, ...adminPeople, ...adminInstitutions },
  certificatesAdmin,
};
const DEFINITIONS = '#/$defs/';
const COMPONENTS = '#/components/schemas/';

/** Registers each schema under the name with which the contract exports it. */
function nameSchemas() {
  const registry = z.registry<{ id: string }>();
  const taken = new Set<string>();
  for (const [feature, exported] of Object.entries(MODULES))
    for (const [name, schema] of Object.entries(exported)) {
      if (!(schema instanceof z.ZodType) || !/^[A-Z]/.test(name) || registry.has(schema)) continue;
      const plain = name === 'ErrorBody' ? 'Error' : name;
      // Two features may use the same name for different things.
      const id = taken.has(plain) ? `${feature[0]?.toUpperCase()}${feature.slice(1)}${plain}` : plain;
      taken.add(id);
      registry.add(schema, { id });
    }
  return registry;
}

/**
 * Collects the named schemas of the contract while a document is generated. In a request, fields with a default are optional;
 * if that makes a schema differ between requests and answers, the one for requests is called `...Input`.
 */
export class SchemaComponents {
  readonly #registry = nameSchemas();
  readonly #named: Record<Direction, Record<string, Json>> = { input: {}, output: {} };

  /** OpenAPI 3.1 uses JSON Schema 2020-12; `finish` replaces the temporary names. */
  of(schema: z.ZodType, io: Direction): Json {
    // Inside of another schema, a named schema becomes a reference.
    const { $defs = {}, properties } = z.toJSONSchema(z.object({ schema }), {
      target: 'draft-2020-12',
      io,
      unrepresentable: 'any',
      metadata: this.#registry,
      override: ({ zodSchema, jsonSchema }) => {
        const { description, examples } = z.globalRegistry.get(zodSchema as unknown as z.ZodType) ?? {};
        Object.assign(jsonSchema, {
          ...(description ? { description } : {}),
          ...(examples ? { examples } : {}),
        });
        simplify(jsonSchema as Json);
      },
    }) as unknown as { $defs?: Record<string, Json>; properties: { schema: Json } };
    for (const [name, { id: _id, ...definition }] of Object.entries($defs))
      this.#named[io][name] = rename(definition, (other) => `${io}:${other}`) as Json;
    return rename(properties.schema, (other) => `${io}:${other}`) as Json;
  }

  /** Like `of`, but a named schema is expanded. */
  inline(schema: z.ZodType): Json {
    const json = this.of(schema, 'input');
    const name = typeof json.$ref === 'string' ? json.$ref.split(':')[1] : undefined;
    return name ? (this.#named.input[name] as Json) : json;
  }

  /** The document with final names, and the components that it refers to. */
  finish(document: Json): { document: Json; schemas: Json } {
    const twofold = this.#twofold();
    const finalName = (marked: string) => {
      const [io, name] = marked.split(':') as [Direction, string];
      return io === 'input' && twofold.has(name) ? `${name}Input` : name;
    };
    const schemas: Json = {};
    for (const io of ['output', 'input'] as const)
      for (const [name, schema] of Object.entries(this.#named[io]))
        schemas[finalName(`${io}:${name}`)] = rename(schema, finalName);
    const sorted = Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1)));
    return { document: rename(document, finalName) as Json, schemas: sorted };
  }

  /** Names whose two schemas differ, in themselves or in what they refer to. */
  #twofold(): ReadonlySet<string> {
    const { input, output } = this.#named;
    const both = Object.keys(input).filter((name) => output[name]);
    const textOf = (schema: Json | undefined) =>
      JSON.stringify(rename(schema ?? {}, (marked) => marked.split(':')[1] as string));
    const twofold = new Set(both.filter((name) => textOf(input[name]) !== textOf(output[name])));
    for (let before = -1; before !== twofold.size; ) {
      before = twofold.size;
      for (const name of both)
        if ([...twofold].some((other) => textOf(input[name]).includes(`"${COMPONENTS}${other}"`)))
          twofold.add(name);
    }
    return twofold;
  }
}

/** Shortens a schema without changing its meaning. */
function simplify(schema: Json): void {
  // The format is enough; its regular expression is as long as the rest of the call.
  if (['uuid', 'email', 'date', 'date-time'].includes(String(schema.format))) delete schema.pattern;
  // 151.2 is not a multiple of 0.01 in floating point: validators would refuse it.
  if (schema.multipleOf === 0.01) delete schema.multipleOf;
  // Fields may be added to an answer without a new version.
  if (schema.additionalProperties === false) delete schema.additionalProperties;
  const keys = (schema.propertyNames as Json | undefined)?.enum;
  if (Array.isArray(keys) && schema.required) {
    schema.properties = Object.fromEntries(keys.map((key) => [key, schema.additionalProperties]));
    delete schema.propertyNames;
    delete schema.additionalProperties;
  }
}

function rename(node: unknown, nameOf: (name: string) => string): unknown {
  if (Array.isArray(node)) return node.map((each) => rename(each, nameOf));
  if (typeof node !== 'object' || node === null) return node;
  return Object.fromEntries(
    Object.entries(node).map(([key, value]) => {
      if (key !== '$ref' || typeof value !== 'string') return [key, rename(value, nameOf)];
      if (value.startsWith(DEFINITIONS))
        return [key, `${COMPONENTS}${nameOf(value.slice(DEFINITIONS.length))}`];
      // Only names that are still marked with their direction are replaced.
      const name = value.startsWith(COMPONENTS) ? value.slice(COMPONENTS.length) : '';
      return [key, name.includes(':') ? `${COMPONENTS}${nameOf(name)}` : value];
    }),
  );
}
