/** Renders the chart of Kubernetes without Helm: `helm-template/main.go`, on Go packages of Debian. */
import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseAllDocuments } from 'yaml';
import { lacksCommand, skipLoudly } from './skips.ts';
import { tempDir } from './temp-dir.ts';

const chart = fileURLToPath(new URL('../../packaging/helm/nameplate', import.meta.url));
const renderer = fileURLToPath(new URL('helm-template', import.meta.url));
/** Where Debian's packages put the source of Go libraries. */
const libraries = '/usr/share/gocode';

const release = { Name: 'web', Namespace: 'default', Service: 'Helm' };

type Labels = Readonly<Record<string, string>>;
type Metadata = { readonly name: string; readonly labels: Labels };
type Selector = { readonly matchLabels: Labels };

export type Probe = {
  readonly httpGet?: { readonly path: string; readonly port: string };
  readonly tcpSocket?: { readonly port: string };
  readonly exec?: { readonly command: readonly string[] };
};

export type Container = {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly {
    readonly name: string;
    readonly containerPort: number;
    readonly protocol?: string;
  }[];
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
};

export type Pod = {
  readonly metadata: { readonly labels: Labels };
  readonly spec: {
    readonly securityContext: { readonly runAsUser: number; readonly fsGroup: number };
    readonly terminationGracePeriodSeconds?: number;
    readonly topologySpreadConstraints?: readonly { readonly labelSelector: Selector }[];
    readonly containers: readonly [Container];
    readonly volumes: readonly { readonly name: string; readonly secret?: { readonly secretName: string } }[];
  };
};

/** What runs Pods. */
export type Workload = {
  readonly metadata: Metadata;
  readonly spec: { readonly template: Pod };
} & (
  | {
      readonly kind: 'StatefulSet';
      readonly spec: {
        readonly serviceName: string;
        readonly selector: Selector;
        readonly volumeClaimTemplates: readonly { readonly metadata: { readonly name: string } }[];
      };
    }
  | { readonly kind: 'Job' }
);

export type Service = {
  readonly kind: 'Service';
  readonly metadata: Metadata;
  readonly spec: {
    readonly selector: Labels;
    readonly ports: readonly {
      readonly name: string;
      readonly port: number;
      readonly targetPort: string;
      readonly protocol?: string;
    }[];
  };
};

type DisruptionBudget = {
  readonly kind: 'PodDisruptionBudget';
  readonly metadata: Metadata;
  readonly spec: { readonly selector: Selector };
};

/** What the chart makes. */
export type Manifest = Workload | Service | DisruptionBudget;

export function lacksRenderer(): boolean {
  const what = 'the Helm chart';
  if (lacksCommand('go', what)) return true;
  const missing = [
    'github.com/Masterminds/sprig',
    'github.com/xeipuuv/gojsonschema',
    'sigs.k8s.io/yaml',
  ].filter((name) => !existsSync(join(libraries, 'src', name)));
  if (missing.length === 0) return false;
  skipLoudly(what, `no ${missing.join(', ')} in ${libraries}`);
  return true;
}

/** Renders the templates to their texts; rejects with what Helm would refuse the values for. */
export async function renderChart(values: object): Promise<Readonly<Record<string, string>>> {
  const child = spawn(await builtRenderer(), [chart], { stdio: 'pipe' });
  child.stdin.end(JSON.stringify({ values, release }));
  const [stdout, stderr] = await Promise.all([readText(child.stdout), readText(child.stderr)]);
  if (stderr !== '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** The manifests of all templates, read as Kubernetes reads them. */
export async function manifestsOf(values: object): Promise<Manifest[]> {
  const files = Object.entries(await renderChart(values)).filter(([path]) => path.endsWith('.yaml'));
  return files.flatMap(([path, text]) =>
    parseAllDocuments(text, { version: '1.1', uniqueKeys: true }).flatMap((document) => {
      if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('\n')}`);
      const manifest: Manifest | null = document.toJS();
      return manifest === null ? [] : [manifest];
    }),
  );
}

let built: Promise<string> | undefined;

function builtRenderer(): Promise<string> {
  built ??= (async () => {
    const program = join(await tempDir('file'), 'helm-template');
    const env = { ...process.env, GO111MODULE: 'off', GOPATH: libraries, CGO_ENABLED: '0' };
    await promisify(execFile)('go', ['build', '-o', program, '.'], { cwd: renderer, env });
    return program;
  })();
  return built;
}
