/** The Helm chart, rendered with Helm's functions and checked as Kubernetes would. Source: docs/guides/install.md ("Kubernetes"). */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { variableOfFile } from '../../src/config/secret-files.ts';
import { definitionOf, isVariableName } from '../../src/config/variables.ts';
import {
  lacksRenderer,
  type Manifest,
  manifestsOf,
  renderChart,
  type Service,
  type Workload,
} from '../support/helm.ts';
import { kinds, unknownFields } from '../support/kubernetes-fields.ts';

const root = new URL('../../', import.meta.url);
const { version }: { version: string } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
const dockerfile = readFileSync(fileURLToPath(new URL('packaging/Dockerfile', root)), 'utf8');
const lacks = lacksRenderer();

const several = {
  mode: 'several',
  secret: {
    name: 'stores',
    variables: ['NAMEPLATE_DATABASE_URL', 'NAMEPLATE_CLICKHOUSE_URL', 'NAMEPLATE_SECRET_KEY'],
  },
};
const everything = {
  ...several,
  image: { pullSecrets: ['registry'] },
  env: { NAMEPLATE_DNS_ZONE: 'acme.example.net', NAMEPLATE_EDGE_HOSTNAME: 'edge.example.net' },
  storageClassName: 'fast',
  edgeService: { annotations: { 'example.net/scheme': 'public' } },
};
const installations = [
  ['one machine', {}],
  ['one machine on PostgreSQL', { secret: { name: 'stores', variables: ['NAMEPLATE_DATABASE_URL'] } }],
  ['one machine with a zone', { env: { NAMEPLATE_DNS_ZONE: 'acme.example.net' } }],
  ['several machines', several],
  ['several machines with everything', everything],
] as const;

const isWorkload = (manifest: Manifest): manifest is Workload => 'template' in manifest.spec;
const isService = (manifest: Manifest): manifest is Service => manifest.kind === 'Service';

async function workloadsOf(values: object): Promise<Workload[]> {
  return (await manifestsOf(values)).filter(isWorkload);
}

/** The labels that a manifest selects Pods by. */
function wantedBy(manifest: Manifest): Readonly<Record<string, string>> | undefined {
  if (manifest.kind === 'Service') return manifest.spec.selector;
  return manifest.kind === 'Job' ? undefined : manifest.spec.selector.matchLabels;
}

function selects(manifest: Manifest, { spec }: Workload): boolean {
  const wanted = wantedBy(manifest);
  return (
    wanted !== undefined &&
    Object.entries(wanted).every(([name, value]) => spec.template.metadata.labels[name] === value)
  );
}

describe.skipIf(lacks).each(installations)('%s', (_, values) => {
  test('has only fields that Kubernetes knows, and unique names', async () => {
    const manifests = await manifestsOf(values);
    for (const manifest of manifests) {
      const { apiVersion, fields } = kinds[manifest.kind];
      expect({ ...manifest, unknown: unknownFields(manifest, fields) }).toMatchObject({
        apiVersion,
        unknown: [],
      });
    }
    const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  test('selects the Pods that it means, and their ports', async () => {
    const manifests = await manifestsOf(values);
    const workloads = manifests.filter(isWorkload);
    for (const manifest of manifests.filter((each) => wantedBy(each))) {
      const selected = workloads.filter((each) => selects(manifest, each));
      expect(selected, manifest.metadata.name).toHaveLength(1);
      if (isWorkload(manifest)) expect(selected).toEqual([manifest]);
      if (!isService(manifest)) continue;
      const ports = selected[0]?.spec.template.spec.containers[0].ports;
      for (const { targetPort, protocol } of manifest.spec.ports)
        expect(ports).toContainEqual(
          expect.objectContaining({ name: targetPort, ...(protocol && { protocol }) }),
        );
    }
    for (const workload of workloads) {
      if (workload.kind === 'Job') continue;
      const { serviceName, selector, template } = workload.spec;
      const service = manifests.filter(isService).find(({ metadata }) => metadata.name === serviceName);
      expect(service !== undefined && selects(service, workload)).toBe(true);
      expect(template.spec.topologySpreadConstraints?.map(({ labelSelector }) => labelSelector)).toEqual([
        selector,
      ]);
    }
  });

  test('names volumes, ports and Secrets that there are, and the image of this version', async () => {
    for (const { kind, spec } of await workloadsOf(values)) {
      const { containers, volumes, securityContext } = spec.template.spec;
      const [{ image, ports, volumeMounts, livenessProbe, readinessProbe }] = containers;
      const claims = kind === 'Job' ? [] : spec.volumeClaimTemplates.map(({ metadata }) => metadata.name);
      const given = [...claims, ...volumes.map(({ name }) => name)];
      expect(volumeMounts.map(({ name }) => name).toSorted()).toEqual(given.toSorted());
      expect(volumes.flatMap(({ secret }) => secret?.secretName ?? [])).toEqual(
        'secret' in values ? [values.secret.name] : [],
      );
      for (const probe of [livenessProbe, readinessProbe]) {
        const port = probe?.httpGet?.port ?? probe?.tcpSocket?.port;
        if (port !== undefined) expect(ports?.map(({ name }) => name)).toContain(port);
      }
      expect(image).toBe(`nameplate:${version}`);
      expect(dockerfile).toContain(`USER ${securityContext.runAsUser}:${securityContext.fsGroup}\n`);
    }
  });

  test('sets variables that the program knows, each once, and has the ports that it has', async () => {
    const defaults = new Map([
      ['api', definitionOf('NAMEPLATE_API_PORT').default],
      ['http', definitionOf('NAMEPLATE_EDGE_HTTP_PORT').default],
      ['https', definitionOf('NAMEPLATE_EDGE_HTTPS_PORT').default],
      ['dns-udp', definitionOf('NAMEPLATE_DNS_PORT').default],
      ['dns-tcp', definitionOf('NAMEPLATE_DNS_PORT').default],
    ]);
    for (const { spec } of await workloadsOf(values)) {
      const [{ env, ports = [] }] = spec.template.spec.containers;
      const names = env.map(({ name }) => name);
      expect(names.filter((name) => !isVariableName(name) && !variableOfFile(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      for (const { value } of env) expect(value).toBeTypeOf('string');
      for (const { name, containerPort } of ports)
        expect([name, String(containerPort)]).toEqual([name, defaults.get(name)]);
    }
  });
});

describe.skipIf(lacks)('values', () => {
  test.each([
    [{ replicas: 3 }, 'replicas is not allowed'],
    [{ image: { digest: 'sha256:…' } }, 'digest is not allowed'],
    [{ serve: { replicas: 2 } }, 'replicas is not allowed'],
    [{ env: { NAMEPLATE_DATA_DIR: '/data' } }, 'env.NAMEPLATE_DATA_DIR'],
    [{ env: { NAMEPLATE_EDGE_WORKERS: 4 } }, 'Expected: string, given: integer'],
    [{ env: { LOG_LEVEL: 'debug' } }, 'pattern'],
    [{ edge: { replicas: 0 } }, 'edge.replicas'],
    [{ serve: { storage: '20 GB' } }, 'serve.storage'],
    [{ mode: 'several' }, 'needs a Secret with NAMEPLATE_DATABASE_URL'],
    [{ secret: { variables: ['NAMEPLATE_SECRET_KEY'] } }, 'needs secret.name'],
  ])('%j is refused', async (values, why) => {
    await expect(renderChart(values)).rejects.toThrow(why);
  });

  test('stores on servers are migrated before a start', async () => {
    const kindsOf = async (values: object) => (await manifestsOf(values)).map(({ kind }) => kind);
    expect(await kindsOf({})).not.toContain('Job');
    expect(await kindsOf(several)).toContain('Job');
  });

  test('the notes name what there is', async () => {
    const notes = (await renderChart({}))['templates/NOTES.txt'];
    expect(notes).toContain('exec web-serve-0 -- cat data/first-token');
    expect(notes).toContain('port-forward service/web-api 3000');
  });
});
