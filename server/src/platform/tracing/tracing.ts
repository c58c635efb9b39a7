import type { FastifyInstance } from 'fastify';

/**
 * Where the time of a request or a job went, for an OpenTelemetry collector. Spans name routes by their pattern,
 * statements by their text without parameters, and jobs by their kind: no ids, no addresses, nothing personal.
 */
export interface Tracing {
  /** A span a request; what it causes hangs below it. */
  observe(app: FastifyInstance): void;
  /** A statement that has just ended. Told within the request or job that asked; others (polling) are left out. */
  onQuery(statement: string, milliseconds: number, failed: boolean): void;
  /** A span a job. */
  job<Result>(kind: string, attempt: number, work: () => Promise<Result>): Promise<Result>;
  /** Sends what has not left yet. */
  close(): Promise<void>;
}

/** Only when OTEL_EXPORTER_OTLP_ENDPOINT says where to: otherwise nothing of OpenTelemetry is even loaded. */
export async function startTracing(environment: Record<string, string | undefined>): Promise<Tracing | null> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT && !environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(environment.OTEL_SERVICE_NAME || 'vesalius');
}
