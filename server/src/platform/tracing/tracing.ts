import type { FastifyInstance } from 'fastify';

/**
 * Shows where the time of a request or a job went, for an OpenTelemetry collector. Spans name routes by pattern, statements
 * by their text without parameters, and jobs by kind: no ids, no addresses, nothing personal.
 */
export interface Tracing {
  /** One span per request, the parent of everything that the request causes. */
  observe(app: FastifyInstance): void;
  /** Records a statement that has just ended, within the request or job that ran it; others (polling) are left out. */
  onQuery(statement: string, milliseconds: number, failed: boolean): void;
  /** One span per job. */
  job<Result>(kind: string, attempt: number, work: () => Promise<Result>): Promise<Result>;
  /** Sends the remaining spans. */
  close(): Promise<void>;
}

/** Null unless OTEL_EXPORTER_OTLP_ENDPOINT is set: then nothing of OpenTelemetry is loaded. */
export async function startTracing(environment: Record<string, string | undefined>): Promise<Tracing | null> {
  if (!environment.OTEL_EXPORTER_OTLP_ENDPOINT && !environment.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT)
    return null;
  const { openTelemetry } = await import('./open-telemetry.ts');
  return openTelemetry(environment.OTEL_SERVICE_NAME || 'vesalius');
}
