import { type Context, context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { FastifyRequest } from 'fastify';
import { errorCode } from '../database/errors.ts';
import type { Tracing } from './tracing.ts';

/** Enough to recognize a statement; the longest are pages of text. */
const MAX_STATEMENT_LENGTH = 2000;
/** Health checks arrive every few seconds and would be most of the spans. */
const UNTRACED_ROUTES = new Set(['/healthz', '/readyz']);

/**
 * Creates spans by hand in three places, because OpenTelemetry's auto-instrumentation costs more than half of a request's
 * CPU time. Endpoint, headers and sampling come from the standard variables (OTEL_EXPORTER_OTLP_*, OTEL_TRACES_SAMPLER); a
 * trace id that a caller sends is ignored.
 */
export function openTelemetry(serviceName: string): Tracing {
  const provider = new BasicTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }),
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const tracer = provider.getTracer('vesalius');
  const spanOf = new WeakMap<FastifyRequest, { span: Span; inside: Context }>();

  return {
    observe(app) {
      app.addHook('onRequest', (request, _reply, done) => {
        const route = request.routeOptions.url ?? 'none';
        if (UNTRACED_ROUTES.has(route)) return done();
        const span = tracer.startSpan(`${request.method} ${route}`, {
          kind: SpanKind.SERVER,
          attributes: { 'http.request.method': request.method, 'http.route': route },
        });
        const inside = trace.setSpan(context.active(), span);
        spanOf.set(request, { span, inside });
        context.with(inside, done);
      });
      // Reading a body loses the async context; from here on it is the request's again.
      app.addHook('preHandler', (request, _reply, done) => {
        const entry = spanOf.get(request);
        if (entry) context.with(entry.inside, done);
        else done();
      });
      app.addHook('onResponse', async (request, reply) => {
        const span = spanOf.get(request)?.span;
        span?.setAttribute('http.response.status_code', reply.statusCode);
        if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
        span?.end();
      });
    },
    onQuery(statement, milliseconds, failed) {
      if (!trace.getActiveSpan()) return;
      const text = statement.replace(/\s+/g, ' ').trim().slice(0, MAX_STATEMENT_LENGTH);
      const end = Date.now();
      const span = tracer.startSpan(/^\w+/.exec(text)?.[0].toLowerCase() ?? 'statement', {
        kind: SpanKind.CLIENT,
        startTime: end - milliseconds,
        attributes: { 'db.system.name': 'postgresql', 'db.query.text': text },
      });
      if (failed) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end(end);
    },
    async job(kind, attempt, work) {
      const span = tracer.startSpan(`job ${kind}`, {
        kind: SpanKind.CONSUMER,
        attributes: { 'job.kind': kind, 'job.attempt': attempt },
      });
      try {
        return await context.with(trace.setSpan(context.active(), span), work);
      } catch (error) {
        // The type of the error, never its message, which may name a person.
        const type = errorCode(error) ?? (error instanceof Error ? error.name : 'unknown');
        span.setAttribute('error.type', type).setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
    close: () => provider.shutdown().catch(() => {}),
  };
}
