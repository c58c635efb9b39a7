import { type IncomingHttpHeaders, type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { ErrorBody } from '@vesalius/contract/atoms';
import { type ErrorCode, isReadAsError } from '@vesalius/contract/errors';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  LogController,
} from 'fastify';
import helmet, { type HelmetOptions } from 'helmet';
import { runForSite } from './caller.ts';
import { compressAnswers } from './compression.ts';
import { fromDatabase, ProductError } from './errors.ts';
import { newId } from './ids.ts';
import { siteOf } from './networks.ts';
import { takeRequestsInTurn } from './pipelined-requests.ts';

/** Slow-loris guard: a request must arrive completely within this time. 5 MB take a minute on a slow connection. */
const REQUEST_TIMEOUT_MS = 180_000;

/** Browser features that our pages and their frames may use: only full screen (pages, videos, images). */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('fullscreen=(self)')
  .join(', ');

/**
 * A response that sends nothing for this long has no reader: the client accepts no bytes, or has gone without closing. A
 * slow client that accepts a few bytes now and then is never cut off. Longer than it takes to make any answer.
 */
const STALLED_AFTER_MS = 60_000;
/** These headers describe content that failed before its first byte was sent. */
const HEADERS_OF_CONTENT = [
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
  'x-accel-expires',
];

/** Whether a browser navigates to the address; scripts and monitors accept JSON or anything. */
export const wantsPage = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');

/** The HTTP server without routes: limits, headers, one log line per request, one place that turns errors into answers. */
export async function buildHttp(options: {
  log: FastifyBaseLogger;
  /** The number of trusted proxies in front: the caller's address is the one that the outermost of them saw. */
  trustProxy: number;
  /** Other origins that our pages may connect to (an S3-compatible store, a provider). */
  connectTo: readonly string[];
  https: boolean;
  /** CSP hashes of the inline scripts of our pages. */
  scriptHashes: readonly string[];
  /** The page that a browser gets for an address that cannot be decoded. */
  unknownPage?: string | undefined;
  /** For tests. */
  stalledAfterMs?: number;
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // A number of hops, never `true`: that would trust the first address of the header, which any caller may write.
    trustProxy: options.trustProxy > 0 ? (_address, hop) => hop < options.trustProxy : false,
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: options.stalledAfterMs ?? STALLED_AFTER_MS,
    bodyLimit: 100_000,
    genReqId: () => newId(),
    // An address that cannot be decoded.
    frameworkErrors: (error, request, reply: FastifyReply) => {
      const known = asProductError(error);
      reply.headers(safetyHeaders).header('x-request-id', request.id);
      if (options.unknownPage && wantsPage(request))
        void reply
          .code(known.status)
          .header('cache-control', 'no-store')
          .type('text/html; charset=utf-8')
          .send(options.unknownPage);
      else void sendError(reply, known);
    },
    clientErrorHandler: answerClientError,
    forceCloseConnections: 'idle',
    // Requests that still arrive on a kept-alive connection during shutdown are answered, with `connection: close`.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 400 },
  }) as unknown as FastifyInstance;

  const safetyHeaders = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        // WebAssembly decodes DICOM frames; nothing else may compile code from text.
        scriptSrc: ["'self'", "'wasm-unsafe-eval'", ...options.scriptHashes.map((hash) => `'${hash}'`)],
        // Mantine writes style attributes.
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...options.connectTo],
        mediaSrc: ["'self'", 'blob:', ...options.connectTo],
        connectSrc: ["'self'", ...options.connectTo],
        workerSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        objectSrc: ["'none'"],
        baseUri: ["'self'"],
        formAction: ["'self'", ...options.connectTo],
        // A preview is shown in a frame of our own.
        frameAncestors: ["'self'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  safetyHeaders['permissions-policy'] = PERMISSIONS_POLICY;
  takeRequestsInTurn(app);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safetyHeaders).header('x-request-id', request.id);
    done();
  });

  // The caller's network, for its share of the database. Reading a body loses the async context, so it is set twice.
  app.addHook('onRequest', (request, _reply, done) => runForSite(siteOf(request.ip), done));
  app.addHook('preValidation', (request, _reply, done) => runForSite(siteOf(request.ip), done));

  // None of our texts contains NUL, and PostgreSQL cannot store it: refused here, before a statement fails on it.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new ProductError('malformed') : undefined);
  });

  // Many clients send a JSON content type with a DELETE or PATCH that has no body.
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, text, done) => {
    if (text === '') return done(null, undefined);
    try {
      done(null, JSON.parse(text as string, checkValue));
    } catch (error) {
      done(new ProductError('malformed', { cause: error }), undefined);
    }
  });

  compressAnswers(app);
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: addresses hold ids, grants and tokens.
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    // The client has gone before its request was complete.
    const isAbandoned = request.raw.destroyed && !request.raw.complete;
    const known = isAbandoned ? new ProductError('malformed', { cause: error }) : asProductError(error);
    const { url: route } = request.routeOptions;
    // A refusal because of the configuration or of a full queue is not a fault.
    const isRefusal = known.code === 'unavailable' && known.cause === undefined;
    if (isRefusal) request.log.warn({ route }, 'request refused for now');
    else if (known.status >= 500 && known.code !== 'mail_unavailable')
      request.log.error({ err: error, route }, 'request failed');
    for (const name of HEADERS_OF_CONTENT) {
      reply.removeHeader(name);
      // Fastify hands the headers of a stream to Node before its first byte.
      if (!reply.raw.headersSent) reply.raw.removeHeader(name);
    }
    return sendError(reply, known);
  });
  return app;
}

/** What Node refuses before there is a request: no hook runs, and nothing but the socket can be written to. */
const CODE_OF_CLIENT_ERROR: Readonly<Record<string, ErrorCode>> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'too_slow',
};
function answerClientError(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const known = new ProductError(CODE_OF_CLIENT_ERROR[error.code ?? ''] ?? 'malformed');
  const id = newId();
  const body = JSON.stringify({ ...bodyOf(known), request_id: id } satisfies ErrorBody);
  const head = [
    `HTTP/1.1 ${known.status} ${STATUS_CODES[known.status]}`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${id}`,
    'connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy());
}

/** Sends an error in the one common shape, with the headers that belong to its status. */
export function sendError(reply: FastifyReply, error: ProductError): FastifyReply {
  if (error.retryAfterSeconds) reply.header('retry-after', Math.ceil(error.retryAfterSeconds));
  if (error.quota) {
    const { name, attempts, periodSeconds } = error.quota;
    reply.header('ratelimit-policy', `"${name}";q=${attempts};w=${periodSeconds}`);
    reply.header('ratelimit', `"${name}";r=0;t=${Math.ceil(error.retryAfterSeconds ?? 0)}`);
  }
  if (error.status === 401) {
    const hasEnded = error.code === 'session_ended' || error.code === 'account_deleted';
    reply.header('www-authenticate', hasEnded ? 'Bearer error="invalid_token"' : 'Bearer');
    // The session ended elsewhere: this browser must also delete what it cached during the session.
    if (hasEnded) reply.header('clear-site-data', '"cache"');
  }
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .send({ ...bodyOf(error), request_id: reply.request.id } satisfies ErrorBody);
}

/** The headers that helmet would set on each answer. They do not depend on the request, so they are computed once. */
function headersOf(options: HelmetOptions): Record<string, string> {
  const headers: Record<string, string> = {};
  const answer = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  helmet(options)({} as IncomingMessage, answer as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}

function checkValue(key: string, value: unknown): unknown {
  if (key === '__proto__') return undefined;
  if (typeof value !== 'string') return value;
  if (value.includes('\0')) throw new ProductError('malformed');
  // PostgreSQL cannot store an unpaired surrogate in JSON. Truncated texts often end with one.
  return value.toWellFormed();
}

export function asProductError(error: unknown): ProductError {
  if (error instanceof ProductError) return error;
  const known = fromDatabase(error);
  if (known) return known;
  const { statusCode } = error as { statusCode?: number };
  if (statusCode === 413) return new ProductError('body_too_large', { cause: error });
  if (statusCode === 415) return new ProductError('unsupported_media_type', { cause: error });
  if (statusCode === 429) return new ProductError('too_many_requests', { cause: error });
  if (statusCode && statusCode >= 400 && statusCode < 500)
    return new ProductError('malformed', { cause: error });
  return new ProductError('internal', { cause: error });
}

function bodyOf(error: ProductError): ErrorBody {
  const body: ErrorBody = { code: error.code, message: error.message };
  if (error.fields) body.fields = error.fields;
  if (error.retryAt) body.retry_at = error.retryAt.toISOString();
  if (isReadAsError(error.code)) body.error = error.message;
  return body;
}
