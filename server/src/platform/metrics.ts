import { createServer, type Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * Metrics in the Prometheus format, on a separate port that must not be public. Requests are counted by route pattern:
 * addresses would create a series for every id.
 */
export interface Metrics {
  readonly registry: Registry;
  observe(app: FastifyInstance): void;
  /** Listens on the port; the caller closes the returned server. */
  listen(port: number, host: string): Promise<Server>;
  /** In a worker of several: the primary process collects (`listenForWorkers`). */
  handToPrimary(): void;
}

/** Upper bounds in seconds: fine in the range of normal answers, coarse above it. */
const BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];

export function createMetrics(sources: {
  poolCounts: () => { total: number; idle: number; waiting: number };
  countJobs: () => Promise<{ due: number; dead: number }>;
}): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by method, route pattern and status',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  const failures = new Counter({
    name: 'http_server_errors_total',
    help: 'Answers of 500 and above',
    labelNames: ['route'],
    registers: [registry],
  });
  new Gauge({
    name: 'database_connections',
    help: 'Connections of the pool: open, idle, and requests waiting for one',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      for (const [state, count] of Object.entries(sources.poolCounts())) this.set({ state }, count);
    },
  });
  new Gauge({
    name: 'jobs_waiting',
    help: 'Jobs that are due, and jobs that have failed for good',
    labelNames: ['state'],
    registers: [registry],
    // A value of the database, which every process reports: do not add them up.
    aggregator: 'max',
    async collect() {
      for (const [state, count] of Object.entries(await sources.countJobs())) this.set({ state }, count);
    },
  });
  return {
    registry,
    observe(app) {
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'none';
        duration.observe(
          { method: request.method, route, status: String(reply.statusCode) },
          reply.elapsedTime / 1000,
        );
        if (reply.statusCode >= 500) failures.inc({ route });
      });
    },
    listen: (port, host) => listen(port, host, registry.contentType, () => registry.metrics()),
    handToPrimary() {
      AggregatorRegistry.setRegistries(registry);
      // The constructor subscribes to the primary's requests.
      new AggregatorRegistry();
    },
  };
}

/**
 * The metrics of all workers, served by the primary process. If each worker listened on the shared port, every scrape
 * would reach another one, and counters would jump back and forth.
 */
export function listenForWorkers(port: number, host: string): Promise<Server> {
  const all = new AggregatorRegistry();
  return listen(port, host, all.contentType, () => all.clusterMetrics());
}

function listen(port: number, host: string, type: string, metrics: () => Promise<string>): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics().then(
      (text) => response.writeHead(200, { 'content-type': type }).end(text),
      // A worker that is being replaced may not answer in time; Prometheus scrapes again.
      () => response.writeHead(503, { 'content-type': 'text/plain' }).end('not all workers answered\n'),
    );
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}
