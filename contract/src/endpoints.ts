import { z } from 'zod';
import type { Call } from './calls.ts';
import type { ErrorCode } from './errors.ts';

/** A call's schemas. Only fields of the answer's schema can leave the server. */
export interface CallSchemas {
  readonly summary: string;
  /** For the document: a rule that callers must know and the schemas cannot express. */
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Undefined = 204 without a body. Handlers write `raw` answers (files, CSV, HTML) themselves. */
  readonly answer?: z.ZodType;
  readonly raw?: string;
  /** For the document: the schema of a `raw` answer in JSON. */
  readonly rawSchema?: z.ZodType;
  /** 200 by default; 201 if something is created. */
  readonly status?: 200 | 201 | 202 | 204;
  /** The call's own errors, in addition to those of every call (401, 403, 404, 422, 429). */
  readonly errors?: readonly ErrorCode[];
  /** The maximum number of bytes of the body; 100 kB by default. */
  readonly bodyLimit?: number;
  /** Also for users whose address is not verified. */
  readonly unverified?: boolean;
  /** An open call that answers the same with a token: clients need not send one. */
  readonly ignoresToken?: boolean;
  /** The form field in which the body may be sent as a file (multipart/form-data). */
  readonly takesFile?: string;
  /** Useless without the mail that it sends; refused with `mail_unavailable` if no mail is sent. */
  readonly needsMail?: boolean;
}

export type Endpoint = Call & Partial<CallSchemas>;
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Joins calls with their schemas. A call without schemas is mounted and answers 501 `not_implemented`. */
export function defineEndpoints<
  const Calls extends Record<string, Call>,
  const Schemas extends { readonly [Name in keyof Calls]?: CallSchemas },
>(calls: Calls, schemas: Schemas): { [Name in keyof Calls]: Calls[Name] & Schemas[Name] } {
  const joined: Record<string, unknown> = {};
  for (const name of Object.keys(calls)) joined[name] = { ...calls[name], ...schemas[name] };
  return joined as { [Name in keyof Calls]: Calls[Name] & Schemas[Name] };
}

type PathParameterNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | PathParameterNames<`/${Tail}`>
    : Rest
  : never;

type Out<Schema, Otherwise> = Schema extends z.ZodType ? z.output<Schema> : Otherwise;
type In<Schema, Otherwise> = Schema extends z.ZodType ? z.input<Schema> : Otherwise;
type Field<E, Name extends string> = Name extends keyof E ? E[Name] : undefined;

/** The input of a handler, and its answer. */
export type ParamsOf<E extends Call> = Out<Field<E, 'params'>, Record<PathParameterNames<E['path']>, string>>;
export type QueryOf<E> = Out<Field<E, 'query'>, undefined>;
export type BodyOf<E> = Out<Field<E, 'body'>, undefined>;
export type AnswerInputOf<E> = In<Field<E, 'answer'>, undefined>;

/** What a caller sends, and what it receives. */
export type CallerParamsOf<E extends Call> = Record<PathParameterNames<E['path']>, string | number>;
export type CallerQueryOf<E> = In<Field<E, 'query'>, undefined>;
export type CallerBodyOf<E> = In<Field<E, 'body'>, undefined>;
export type AnswerOf<E> = Out<Field<E, 'answer'>, undefined>;

/** The schema of the path parameters; by default they are ids. */
export function paramsSchema(endpoint: Endpoint): z.ZodType | undefined {
  if (endpoint.params) return endpoint.params;
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, z.uuid()])));
}
