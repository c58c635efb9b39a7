import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Fastify from 'fastify';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { createMetrics } from '../platform/metrics.ts';

/*
 * The dashboard and the alerts speak of metrics by name, in files that no compiler reads: here they are held against what
 * the server really exports, and the alerts' links against the chapters of docs/operations.md.
 */
const root = join(import.meta.dirname, '../../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const alerts = parse(read('deploy/alerts.yml')).groups.flatMap(
  (group: { rules: Rule[] }) => group.rules,
) as Rule[];
const dashboard = JSON.parse(read('deploy/grafana-dashboard.json'));
interface Rule {
  alert: string;
  expr: string;
  annotations: { summary: string; runbook_url: string };
}

/** From Prometheus itself, and the words of its language that are no metrics. */
const KNOWN = new Set(['up', 'by', 'without', 'and', 'or', 'unless', 'on', 'ignoring']);
/** Put on every series by Prometheus. */
const SCRAPED_LABELS = ['job', 'instance'];

let exported = '';
beforeAll(async () => {
  const metrics = createMetrics({
    poolCounts: () => ({ total: 1, idle: 1, waiting: 0 }),
    countJobs: async () => ({ due: 0, dead: 0 }),
  });
  const app = Fastify();
  metrics.observe(app);
  app.get('/fails', async (_request, reply) => reply.code(500).send());
  await app.inject('/fails');
  exported = await metrics.registry.metrics();
  await app.close();
});
const exportedNames = () =>
  new Set([...exported.matchAll(/^([a-z0-9_]+)[{ ]/gm)].map((match) => match[1] as string));
const exportedLabels = () =>
  new Set([...exported.matchAll(/[{,]([a-z_]+)="/g)].map((match) => match[1] as string));

function namesIn(expression: string): { metrics: string[]; labels: string[] } {
  const labels = [...expression.matchAll(/([a-z_]+)\s*(?:=~|!~|!=|=)\s*"/g)].map(
    (match) => match[1] as string,
  );
  const grouped = [...expression.matchAll(/\b(?:by|without)\s*\(([^)]*)\)/g)].flatMap((match) =>
    (match[1] as string).split(',').map((name) => name.trim()),
  );
  const bare = expression
    .replace(/\{[^}]*\}/g, ' ')
    .replace(/\[[^\]]*\]/g, ' ')
    .replace(/\b(?:by|without)\s*\([^)]*\)/g, ' ');
  // What an opening bracket follows is a function.
  const metrics = [...bare.matchAll(/(?<![\w.])([a-z_][a-z0-9_]*)\b(?!\s*\()/g)]
    .map((match) => match[1] as string)
    .filter((name) => !KNOWN.has(name));
  return { metrics, labels: [...labels, ...grouped] };
}

const expressions: [string, string][] = [
  ...alerts.map(({ alert, expr }): [string, string] => [alert, expr]),
  ...dashboard.panels.flatMap((panel: { title: string; targets: { expr: string }[] }) =>
    panel.targets.map(({ expr }): [string, string] => [panel.title, expr]),
  ),
  ...dashboard.templating.list
    .filter(({ type }: { type: string }) => type === 'query')
    .map(({ name, query }: { name: string; query: string }): [string, string] => [
      name,
      query.replace(/^label_values\((.*), \w+\)$/, '$1'),
    ]),
];

describe('the dashboard and the alerts', () => {
  it.each(expressions)('%s: only what the server exports', (_title, expression) => {
    const { metrics, labels } = namesIn(expression);
    for (const name of metrics) expect(exportedNames()).toContain(name);
    for (const name of labels) expect([...exportedLabels(), ...SCRAPED_LABELS]).toContain(name);
    expect(expression).toMatch(/[a-z]_[a-z]|^up/);
  });

  it('would notice a metric that is not there', () => {
    const { metrics, labels } = namesIn('sum by (wrong) (rate(http_requests_total{nowhere="1"}[5m])) > 0');
    expect(metrics).toEqual(['http_requests_total']);
    expect(exportedNames()).not.toContain('http_requests_total');
    expect(labels).toEqual(['nowhere', 'wrong']);
  });

  it.each(alerts.map((rule) => [rule.alert, rule.annotations.runbook_url] as const))(
    '%s: its link leads to a chapter that says what to do',
    (_name, address) => {
      const [file = '', anchor = ''] = address.split('#');
      const chapter = read(file)
        .split(/^(?=#{2,4} )/m)
        .find((part) => anchorOf(part) === anchor);
      expect(chapter, `a chapter ${anchor}`).toBeTruthy();
      expect(chapter).toMatch(/\n.{40}/);
    },
  );
});

/** As GitHub makes it of a heading. */
const anchorOf = (part: string) =>
  (/^#+ (.*)/.exec(part)?.[1] ?? '')
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replace(/\s/g, '-');

const promtool = spawnSync('promtool', ['--version']).status === 0;
describe.skipIf(!promtool)('promtool', () => {
  it('finds the rules well formed, and each fires when it should', () => {
    const run = (...args: string[]) =>
      execFileSync('promtool', args, { cwd: join(root, 'deploy'), encoding: 'utf8', stdio: 'pipe' });
    expect(run('check', 'rules', 'alerts.yml')).toContain(`${alerts.length} rules found`);
    expect(run('test', 'rules', 'alerts-test.yml')).toContain('SUCCESS');
  });
});
