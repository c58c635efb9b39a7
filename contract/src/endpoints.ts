import { z } from 'zod';
import type { Call } from './calls.ts';
import type { ErrorCode } from './errors.ts';

/** A call's schemas. What an answer's schema does not name cannot leave the server. */
export interface CallSchemas {
  readonly summary: string;
  /** A rule that a caller has to know and the schemas cannot say; for the document. */
  readonly description?: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Absent = 204 without a body. `raw` answers (files, CSV, HTML) are written by the handler itself. */
  readonly answer?: z.ZodType;
  readonly raw?: string;
  /** What a `raw` answer of JSON looks like; for the document alone. */
  readonly rawSchema?: z.ZodType;
  /** 200 unless said; 201 for what makes something. */
  readonly status?: 200 | 201 | 202 | 204;
  /** Errors of its own, beside those every call may answer (401, 403, 404, 422, 429). */
  readonly errors?: readonly ErrorCode[];
  /** Bytes of the body; 100 kB unless said. */
  readonly bodyLimit?: number;
  /** Also for those whose address is not verified yet. */
  readonly unverified?: boolean;
  /** Open, and the answer is the same with a token: clients need not send one. */
  readonly ignoresToken?: boolean;
  /** The body may come as a file (multipart/form-data) as well: in this form field. */
  readonly takesFile?: string;
  /** Of no use without the letter that it sends; refused with `mail_unavailable` where no mail is sent. */
  readonly needsMail?: boolean;
}

export type Endpoint = Call & Partial<CallSchemas>;
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** Joins calls with their schemas. A call left out is mounted all the same and answers 501 `not_implemented`. */
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

/** What a handler is given, and what it has to answer with. */
export type ParamsOf<E extends Call> = Out<Field<E, 'params'>, Record<PathParameterNames<E['path']>, string>>;
export type QueryOf<E> = Out<Field<E, 'query'>, undefined>;
export type BodyOf<E> = Out<Field<E, 'body'>, undefined>;
export type AnswerInputOf<E> = In<Field<E, 'answer'>, undefined>;

/** What a caller sends and what it gets back. */
export type CallerParamsOf<E extends Call> = Record<PathParameterNames<E['path']>, string | number>;
export type CallerQueryOf<E> = In<Field<E, 'query'>, undefined>;
export type CallerBodyOf<E> = In<Field<E, 'body'>, undefined>;
export type AnswerOf<E> = Out<Field<E, 'answer'>, undefined>;

/** The path parameters' schema where a call does not give its own: ids. */
export function paramsSchema(endpoint: Endpoint): z.ZodType | undefined {
  if (endpoint.params) return endpoint.params;
  const names = [...endpoint.path.matchAll(/:(\w+)/g)].map((match) => match[1] as string);
  if (names.length === 0) return undefined;
  return z.object(Object.fromEntries(names.map((name) => [name, z.uuid()])));
}
