import type { ErrorBody } from '@vesalius/contract/atoms';
import type { Call, Portal } from '@vesalius/contract/calls';
import type {
  AnswerOf,
  CallerBodyOf,
  CallerParamsOf,
  CallerQueryOf,
  Endpoint,
} from '@vesalius/contract/endpoints';
import { identityOf, pathOf, portalFor, visitorHeaders } from './call-address.ts';
import { getSession, getTabUserId, isUserUnchanged } from './session.ts';
import type { Session } from './stored-session.ts';

/** A failed call. `code` is the contract's error code, or `network` if there was no answer. */
export class CallError extends Error {
  readonly code: string;
  readonly status: number;
  readonly fields: Readonly<Record<string, string>>;
  /** Seconds after which the same request makes sense again; null = unknown. */
  readonly retryAfter: number | null;
  /** From when on the same request is accepted; null = unknown. */
  readonly retryAt: string | null;
  constructor(status: number, body: Partial<ErrorBody>, retryAfter: number | null = null) {
    super(body.message ?? 'Something went wrong, Please try again later');
    this.name = 'CallError';
    this.status = status;
    this.code = body.code ?? 'internal';
    this.fields = body.fields ?? {};
    this.retryAfter = retryAfter;
    this.retryAt = body.retry_at ?? null;
  }
}

/** A write that was sent and got no answer: whether it was carried out is unknown. */
export class LostAnswer extends CallError {}

/** An ended session or a rate limit says nothing about the content. */
const NOT_ABOUT_CONTENT: readonly number[] = [401, 408, 429];
/** Whether the server will refuse the same content again. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof CallError &&
  error.status >= 400 &&
  error.status < 500 &&
  !NOT_ABOUT_CONTENT.includes(error.status);

/** Whether the subject of the request no longer exists. */
export const isGone = (error: unknown): boolean => error instanceof CallError && error.status === 404;

/** Whether another user has changed what the request was based on. */
export const isEditedMeanwhile = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'edited_meanwhile';

/** Whether there was no answer: no connection, or none to the server. */
export const isUnreached = (error: unknown): boolean => error instanceof CallError && error.status === 0;

type Sent<Name extends string, Value> = Value extends undefined
  ? { readonly [Key in Name]?: undefined }
  : Record<string, never> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

type CallInput<E extends Endpoint> = Sent<'params', CallerParamsOf<E>> &
  Sent<'query', CallerQueryOf<E>> &
  Sent<'body', CallerBodyOf<E>> & {
    readonly portal?: Portal;
    readonly signal?: AbortSignal;
    /** The context of the query that sends it: its abort signal, and the transport of its app. */
    readonly from?: QueryContext;
  };

export type Client<Table extends Record<string, Endpoint>> = {
  readonly [Name in keyof Table]: (input: CallInput<Table[Name]>) => Promise<AnswerOf<Table[Name]>>;
};

export type Transport = (request: {
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: string;
  signal?: AbortSignal;
  keepalive?: boolean;
}) => Promise<{
  status: number;
  body: unknown;
  /** The `Retry-After` header. */
  retryAfter?: string | null;
}>;

const overFetch: Transport = async ({ url, ...init }) => {
  const response = await fetch(url, init);
  const isJson = response.headers.get('content-type')?.includes('json');
  const text = await response.text();
  const retryAfter = response.headers.get('retry-after');
  if (!isJson) return { status: response.status, body: text, retryAfter };
  try {
    return { status: response.status, body: JSON.parse(text), retryAfter };
  } catch {
    // The server or a gateway answered: the connection works.
    throw new CallError(502, {});
  }
};
let transport: Transport = overFetch;
/** For tests that answer all calls of a screen. */
export function setTransport(replacement: Transport): void {
  transport = replacement;
}

let isAnswered = true;
/** Whether the last call got an answer: a device without a usable connection may still report `onLine`. */
export const hasAnswered = (): boolean => isAnswered;

/** The part of a query function's context that a call needs. `client` is the cache of its app. */
interface QueryContext {
  readonly signal: AbortSignal;
  readonly client: object;
}
const transports = new WeakMap<object, Transport>();
/** For server rendering: each app gets a transport that calls the server without a network. */
export function sendOver(client: object, own: Transport): void {
  transports.set(client, own);
}

let onSessionEnded: (failure: CallError) => void = () => {};
/** Sets what happens when a call finds that the session has ended. */
export function whenSessionEnded(action: typeof onSessionEnded): void {
  onSessionEnded = action;
}

/** Another user than the tab's is signed in now. Status 0: nothing was sent, and waiting work stays. */
const wrongPerson = () => new CallError(0, { code: 'wrong_person' });
const NO_CONNECTION = {
  code: 'network',
  message: 'No connection. Please check your network and try again.',
} as const;

/**
 * Throws instead of sending a request for another user, including one who signed in elsewhere while a visitor wrote
 * here.
 */
function demandSameUser(isWrite: boolean): Session | null {
  const isVisitors = getSession() === null;
  if (!isUserUnchanged()) throw wrongPerson();
  const session = getSession();
  if (isWrite && isVisitors && session) throw wrongPerson();
  return session;
}

function failed(failure: CallError, sentWith: Session | null): CallError {
  // Another tab may have replaced the session, for instance by the link of the verification mail: storage knows.
  const isOver = failure.status === 401 && sentWith && isUserUnchanged();
  if (isOver && getSession()?.token === sentWith.token) onSessionEnded(failure);
  return failure.code === 'wrong_person' ? wrongPerson() : failure;
}

/** For files, which JSON cannot carry; sent for the same user as calls. */
export async function fetchFile(
  path: string,
  init: { method?: 'POST'; body?: FormData } = {},
): Promise<Response> {
  const session = demandSameUser(init.method === 'POST');
  const response = await fetch(path, {
    ...init,
    headers: session ? identityOf(session, getTabUserId()) : {},
  }).catch(() => {
    throw new CallError(0, NO_CONNECTION);
  });
  if (response.ok) return response;
  const body = (await response.json().catch(() => ({}))) as Partial<ErrorBody>;
  throw failed(new CallError(response.status, body), session);
}

/** Sends a file in a form, which the typed client for JSON cannot. */
export async function sendFile<Answer>(
  path: string,
  { field, file, query }: { field: string; file: File; query: Readonly<Record<string, string>> },
): Promise<Answer> {
  const body = new FormData();
  body.append(field, file, file.name);
  const response = await fetchFile(`${path}?${new URLSearchParams(query)}`, { method: 'POST', body });
  return (await response.json()) as Answer;
}

/** A request independent of the tab's session, for ending one. Resolves to the status, rejects without an answer. */
export async function sendAs(
  call: Call,
  { token, body, portal = 'root' }: { token?: string; body?: object; portal?: Portal },
): Promise<number> {
  const { status } = await transport({
    method: call.method,
    url: pathOf(call, portal),
    headers: {
      accept: 'application/json',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    keepalive: true,
  });
  return status;
}

/** The typed client of a feature: one function per call, with the contract's input and answer. */
export function clientFor<Table extends Record<string, Endpoint>>(
  calls: { [Name in keyof Table]: Call },
): Client<Table> {
  const client: Record<string, (input: CallInput<Endpoint>) => Promise<unknown>> = {};
  for (const [name, call] of Object.entries(calls)) client[name] = (input = {}) => send(call, input as never);
  return client as Client<Table>;
}

async function send(
  call: Call,
  {
    params = {},
    query = {},
    body,
    portal,
    from,
    signal = from?.signal,
  }: {
    params?: Record<string, string | number>;
    query?: Record<string, unknown>;
    body?: unknown;
    portal?: Portal;
    from?: QueryContext;
    signal?: AbortSignal;
  },
): Promise<unknown> {
  const session = call.ignoresSession ? null : demandSameUser(call.method !== 'GET');
  const { portal: at, isOwn } = portalFor(call, session, portal);
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  const headers: Record<string, string> = { accept: 'application/json' };
  // An open call of another role's portal is sent without a token.
  const sentWith = isOwn ? session : null;
  Object.assign(headers, sentWith ? identityOf(sentWith, getTabUserId()) : visitorHeaders(at));
  if (body !== undefined) headers['content-type'] = 'application/json';
  // A browser that knows that it is offline sends nothing.
  const mayBeDone = call.method !== 'GET' && navigator.onLine !== false;
  const answer = await ((from && transports.get(from.client)) ?? transport)({
    method: call.method,
    url: `${pathOf(call, at, params)}${search.size > 0 ? `?${search}` : ''}`,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(signal ? { signal } : {}),
  }).catch((error: unknown) => {
    if (error instanceof CallError || (error as Error).name === 'AbortError') throw error;
    isAnswered = false;
    throw mayBeDone ? new LostAnswer(0, NO_CONNECTION) : new CallError(0, NO_CONNECTION);
  });
  isAnswered = true;
  if (answer.status >= 200 && answer.status < 300) return answer.body === '' ? undefined : answer.body;
  const retryAfter = Number(answer.retryAfter ?? 0) || null;
  const failure = new CallError(answer.status, (answer.body ?? {}) as Partial<ErrorBody>, retryAfter);
  throw failed(failure, sentWith);
}
