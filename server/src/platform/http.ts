import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { ErrorBody } from '@vesalius/contract/atoms';
import { isReadAsError } from '@vesalius/contract/errors';
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

/** Who sends a request longer than this, byte by byte, only holds a connection; 5 MB take a minute on a slow line. */
const REQUEST_TIMEOUT_MS = 180_000;

/** What pages of ours, and pages inside of them, may ask a browser for: the whole screen (pages, videos, images). */
const PERMISSIONS_POLICY = [
  ...['accelerometer', 'camera', 'display-capture', 'geolocation', 'gyroscope', 'magnetometer', 'microphone'],
  ...['midi', 'payment', 'serial', 'usb'],
]
  .map((feature) => `${feature}=()`)
  .concat('fullscreen=(self)')
  .join(', ');

/**
 * A response of which nothing leaves for so long has no reader: the other side takes no byte, or is gone without a word.
 * A reader on a slow line that takes a little now and then is never cut off. Longer than any answer is in the making.
 */
const STALLED_AFTER_MS = 60_000;
/** Requests of one connection that are not answered yet. */
const MAX_PIPELINED = 8;
/** They describe content that failed before its first byte was sent. */
const HEADERS_OF_CONTENT = [
  'accept-ranges',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'last-modified',
];

/** A browser that goes to an address; scripts and monitors ask for JSON, or take anything. */
export const wantsPage = ({ headers }: { headers: IncomingHttpHeaders }): boolean =>
  /\btext\/html\b/i.test(headers.accept ?? '');

/** The bare HTTP server: limits, headers, one log line a request, one place where errors become answers. */
export async function buildHttp(options: {
  log: FastifyBaseLogger;
  /** Proxies before us: the caller's address is the one that the outermost of them saw. */
  trustProxy: number;
  /** Other origins that pages may talk to (an S3-compatible store, a provider). */
  connectTo: readonly string[];
  https: boolean;
  /** CSP hashes of the inline scripts of our own pages. */
  scriptHashes: readonly string[];
  /** What a browser gets for an address that cannot be decoded. */
  unknownPage?: string | undefined;
  /** For tests. */
  stalledAfterMs?: number;
}): Promise<FastifyInstance> {
  const app = Fastify({
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    // Counted, never `true`: that would believe the first address of the header, which any caller may write.
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
    forceCloseConnections: 'idle',
    // What still comes on a kept connection while we close is answered, and told that the connection ends.
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
        frameAncestors: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
  });
  safetyHeaders['permissions-policy'] = PERMISSIONS_POLICY;
  const underWay = new WeakMap<object, number>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    reply.raw.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    // Answers wait in memory for those before them: no browser or proxy asks for so many at once on one connection.
    if (count > MAX_PIPELINED) socket.destroy();
    done();
  });
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(safetyHeaders).header('x-request-id', request.id);
    done();
  });

  // Whose request it is, for what it will ask of the database: reading a body loses it, so it is said twice.
  app.addHook('onRequest', (request, _reply, done) => runForSite(siteOf(request.ip), done));
  app.addHook('preValidation', (request, _reply, done) => runForSite(siteOf(request.ip), done));

  // No text of ours holds a NUL, and PostgreSQL takes none: said here, before a statement fails on it.
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new ProductError('malformed') : undefined);
  });

  // A DELETE or PATCH without a body often comes with a JSON content type all the same.
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
    const known = asProductError(error);
    const { url: route } = request.routeOptions;
    // What is refused because of how the product is set up is no fault, nor is a lack of room.
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

/** An error as an answer: the one shape, and the headers that go with its status. */
export function sendError(reply: FastifyReply, error: ProductError): FastifyReply {
  if (error.retryAfterSeconds) reply.header('retry-after', Math.ceil(error.retryAfterSeconds));
  if (error.quota) {
    const { name, attempts, periodSeconds } = error.quota;
    reply.header('ratelimit-policy', `"${name}";q=${attempts};w=${periodSeconds}`);
    reply.header('ratelimit', `"${name}";r=0;t=${Math.ceil(error.retryAfterSeconds ?? 0)}`);
  }
  if (error.status === 401) {
    const hasEnded = error.code === 'session_ended';
    reply.header('www-authenticate', hasEnded ? 'Bearer error="invalid_token"' : 'Bearer');
    // Ended elsewhere: what was read with it goes out of this browser's cache as well.
    if (hasEnded) reply.header('clear-site-data', '"cache"');
  }
  return reply
    .code(error.status)
    .header('cache-control', 'no-store')
    .send({ ...bodyOf(error), request_id: reply.request.id } satisfies ErrorBody);
}

/** What helmet would set on each answer. Nothing of it depends on the request, so that it is worked out once. */
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
  // Half of a character, as a cut text ends with, is none that PostgreSQL stores in JSON.
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
  if (isReadAsError(error.code)) body.error = error.message;
  return body;
}
