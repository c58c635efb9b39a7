import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Cluster, ScheduledBackup } from '@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1';
import { Deployment } from 'kubernetes-models/apps/v1';
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2';
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1';
import { ConfigMap, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfig } from '../config/config.ts';

/*
 * No cluster runs here. The manifests are held against the schemas of Kubernetes and CloudNativePG, strictly, and against
 * each other: every name that one file uses must be in another.
 */
const root = join(import.meta.dirname, '../../..');
const deploy = join(root, 'deploy');
const read = (path: string) => readFileSync(join(deploy, path), 'utf8');

/** Where the type of each kind is declared, and the class that validates it. */
const KINDS = {
  Namespace: ['kubernetes-models/v1', Namespace],
  ConfigMap: ['kubernetes-models/v1', ConfigMap],
  Secret: ['kubernetes-models/v1', Secret],
  Service: ['kubernetes-models/v1', Service],
  Deployment: ['kubernetes-models/apps/v1', Deployment],
  PodDisruptionBudget: ['kubernetes-models/policy/v1', PodDisruptionBudget],
  HorizontalPodAutoscaler: ['kubernetes-models/autoscaling/v2', HorizontalPodAutoscaler],
  NetworkPolicy: ['kubernetes-models/networking.k8s.io/v1', NetworkPolicy],
  Cluster: ['@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1', Cluster],
  ScheduledBackup: ['@kubernetes-models/cloudnative-pg/postgresql.cnpg.io/v1', ScheduledBackup],
} as const;
type Kind = keyof typeof KINDS;
// biome-ignore lint/suspicious/noExplicitAny: whatever the file says
type Manifest = any;

const files = readdirSync(join(deploy, 'kubernetes'));
const manifests: Manifest[] = files.flatMap((file) =>
  parseAllDocuments(read(`kubernetes/${file}`)).map((document) => document.toJS()),
);
const kustomization = parse(read('kustomization.yaml'));
const named = (kind: Kind, name: string): Manifest =>
  manifests.find((manifest) => manifest.kind === kind && manifest.metadata.name === name);
const deployments = manifests.filter(({ kind }) => kind === 'Deployment');
const podOf = (name: string) => named('Deployment', name).spec.template.spec;

describe('schemas', () => {
  it.each(manifests.map((manifest) => [`${manifest.kind} ${manifest.metadata.name}`, manifest]))(
    '%s is valid',
    (_name, manifest) => {
      const [, Model] = KINDS[manifest.kind as Kind];
      const model = new Model(manifest);
      expect(model.apiVersion).toBe(manifest.apiVersion);
      model.validate();
    },
  );

  it('no field is unknown or misspelled', () => {
    // The validators accept any further field; the compiler refuses one in a literal.
    mkdirSync(join(root, '.cache'), { recursive: true });
    const folder = mkdtempSync(join(root, '.cache/kubernetes-'));
    try {
      const lines = manifests.flatMap((manifest, index) => {
        const [source] = KINDS[manifest.kind as Kind];
        const type = `import('${source}').I${manifest.kind}`;
        return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
      });
      writeFileSync(join(folder, 'manifests.ts'), lines.join('\n'));
      const options = ['--ignoreConfig', '--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
      const compiler = join(root, 'node_modules/typescript/bin/tsc');
      execFileSync(process.execPath, [compiler, ...options, join(folder, 'manifests.ts')], {
        stdio: 'pipe',
        encoding: 'utf8',
      });
    } catch (error) {
      expect((error as { stdout?: string }).stdout || error).toBe('');
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});

describe('names', () => {
  it('the kustomization lists every manifest but the secrets, and existing files', () => {
    const listed = kustomization.resources.map((path: string) => path.replace('kubernetes/', ''));
    expect(listed.toSorted()).toEqual(files.filter((file) => file !== 'secrets.example.yaml').toSorted());
    for (const generator of kustomization.configMapGenerator)
      for (const entry of generator.files)
        expect(existsSync(join(deploy, entry.split('=').at(-1)))).toBe(true);
  });

  it('every volume is mounted from something that exists', () => {
    const generated = kustomization.configMapGenerator.map(({ name }: { name: string }) => name);
    for (const { spec } of deployments) {
      const { volumes, containers } = spec.template.spec;
      const mounted = containers.flatMap(({ volumeMounts }: Manifest) =>
        volumeMounts.map(({ name }: Manifest) => name),
      );
      expect(volumes.map(({ name }: Manifest) => name).toSorted()).toEqual(mounted.toSorted());
      for (const { configMap } of volumes) if (configMap) expect(generated).toContain(configMap.name);
    }
  });

  it('selectors select the pods of a deployment, and ports are theirs', () => {
    const portsOf = (app: string) => podOf(app).containers[0].ports.map(({ name }: Manifest) => name);
    for (const { metadata, spec } of deployments) {
      expect(spec.selector.matchLabels).toEqual({ app: metadata.name });
      expect(spec.template.metadata.labels).toEqual({ app: metadata.name });
    }
    for (const { kind, spec } of manifests) {
      if (kind === 'Service')
        for (const { targetPort } of spec.ports) expect(portsOf(spec.selector.app)).toContain(targetPort);
      if (kind === 'PodDisruptionBudget') expect(portsOf(spec.selector.matchLabels.app)).not.toEqual([]);
      if (kind === 'NetworkPolicy')
        for (const { ports } of spec.ingress)
          for (const { port } of ports) expect(portsOf(spec.podSelector.matchLabels.app)).toContain(port);
    }
    expect(named('HorizontalPodAutoscaler', 'server').spec.scaleTargetRef.name).toBe('server');
  });

  it('the proxy asks for the service by its name, namespace and port', () => {
    const { metadata, spec } = named('Service', 'server');
    const address = `${metadata.name}.${kustomization.namespace}.svc.cluster.local:${spec.ports[0].port}`;
    expect(read('nginx/upstream-kubernetes.conf')).toContain(`server ${address} resolve;`);
    expect(spec.clusterIP).toBe('None');
    expect(named('Namespace', kustomization.namespace)).toBeDefined();
  });
});

describe('the product', () => {
  it('starts production with these variables, once the secrets are filled in', () => {
    const { env, envFrom } = podOf('server').containers[0];
    expect(envFrom).toEqual([{ configMapRef: { name: 'vesalius' } }, { secretRef: { name: 'vesalius' } }]);
    const secrets = Object.entries(named('Secret', 'vesalius').stringData as Record<string, string>).map(
      ([name, value]) => [name, value || '0123456789abcdef0123456789abcdef'],
    );
    const [database, host] = env;
    expect(database.valueFrom.secretKeyRef.name).toBe(`${named('Cluster', 'database').metadata.name}-app`);
    const config = readConfig(
      {
        NODE_ENV: 'production',
        ...named('ConfigMap', 'vesalius').data,
        ...Object.fromEntries(secrets),
        [database.name]: 'postgresql://vesalius:secret@database-rw.vesalius:5432/vesalius',
        [host.name]: host.value,
      },
      { serves: true },
    );
    expect(config).toMatchObject({ production: true, demo: false, METRICS_PORT: 9464, TRUST_PROXY: 1 });
  });

  it('never has more connections than the database allows', () => {
    const { maxReplicas } = named('HorizontalPodAutoscaler', 'server').spec;
    const allowed = Number(named('Cluster', 'database').spec.postgresql.parameters.max_connections);
    // One more pod during a release, and a tenth for backups, replication and people.
    expect((maxReplicas + 1) * readConfig({}).DATABASE_POOL_SIZE).toBeLessThan(allowed);
  });

  it('leaves the service before it stops, and has time to stop', () => {
    const { terminationGracePeriodSeconds, containers } = podOf('server');
    const [, seconds] = containers[0].lifecycle.preStop.exec.command;
    const asked = /valid=(\d+)s/.exec(read('nginx/upstream-kubernetes.conf'))?.[1];
    expect(Number(seconds)).toBeGreaterThan(2 * Number(asked));
    // The product aborts a shutdown after 20 seconds, behind a proxy 3 seconds later.
    expect(terminationGracePeriodSeconds).toBeGreaterThan(Number(seconds) + 23);
  });
});
