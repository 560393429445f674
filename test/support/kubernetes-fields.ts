/**
 * The fields of Kubernetes objects that the chart uses, so that a mistyped one is found: a cluster may ignore it.
 * Source: https://kubernetes.io/docs/reference/kubernetes-api/, version 1.30.
 */
import type { Manifest } from './helm.ts';

/** `true` has any value, `[each]` is a list, and the name `*` stands for any. */
type Fields = true | readonly [Fields] | { readonly [name: string]: Fields };

const metadata: Fields = { name: true, labels: { '*': true }, annotations: { '*': true } };
const selector: Fields = { matchLabels: { '*': true } };
const resources: Fields = { requests: { cpu: true, memory: true, storage: true }, limits: { memory: true } };
const probe: Fields = {
  httpGet: { path: true, port: true },
  tcpSocket: { port: true },
  exec: { command: [true] },
  timeoutSeconds: true,
  failureThreshold: true,
};
const pod: Fields = {
  metadata: { labels: { '*': true } },
  spec: {
    automountServiceAccountToken: true,
    enableServiceLinks: true,
    imagePullSecrets: [{ name: true }],
    securityContext: {
      runAsNonRoot: true,
      runAsUser: true,
      runAsGroup: true,
      fsGroup: true,
      fsGroupChangePolicy: true,
      seccompProfile: { type: true },
    },
    terminationGracePeriodSeconds: true,
    topologySpreadConstraints: [
      { maxSkew: true, topologyKey: true, whenUnsatisfiable: true, labelSelector: selector },
    ],
    restartPolicy: true,
    containers: [
      {
        name: true,
        image: true,
        args: [true],
        env: [{ name: true, value: true }],
        ports: [{ name: true, containerPort: true, protocol: true }],
        livenessProbe: probe,
        readinessProbe: probe,
        resources,
        securityContext: {
          allowPrivilegeEscalation: true,
          readOnlyRootFilesystem: true,
          capabilities: { drop: [true] },
        },
        volumeMounts: [{ name: true, mountPath: true, readOnly: true }],
      },
    ],
    volumes: [{ name: true, emptyDir: {}, secret: { secretName: true, defaultMode: true } }],
  },
};
const head: Fields = { apiVersion: true, kind: true, metadata };
/** By kind. */
export const kinds: Readonly<
  Record<Manifest['kind'], { readonly apiVersion: string; readonly fields: Fields }>
> = {
  StatefulSet: {
    apiVersion: 'apps/v1',
    fields: {
      ...head,
      spec: {
        serviceName: true,
        replicas: true,
        podManagementPolicy: true,
        selector,
        template: pod,
        volumeClaimTemplates: [
          { metadata, spec: { accessModes: [true], storageClassName: true, resources } },
        ],
      },
    },
  },
  Job: { apiVersion: 'batch/v1', fields: { ...head, spec: { backoffLimit: true, template: pod } } },
  Service: {
    apiVersion: 'v1',
    fields: {
      ...head,
      spec: {
        type: true,
        externalTrafficPolicy: true,
        selector: { '*': true },
        ports: [{ name: true, port: true, targetPort: true, protocol: true }],
      },
    },
  },
  PodDisruptionBudget: {
    apiVersion: 'policy/v1',
    fields: { ...head, spec: { maxUnavailable: true, selector } },
  },
};

/** The paths of fields that Kubernetes doesn't know, and of those without a value. */
export function unknownFields(value: unknown, fields: Fields, path = ''): string[] {
  if (value === null || value === undefined) return [path];
  if (fields === true) return typeof value === 'object' ? [path] : [];
  if (typeof value !== 'object' || Array.isArray(value) !== Array.isArray(fields)) return [path];
  return Object.entries(value).flatMap(([name, inner]) => {
    const known = Array.isArray(fields) ? fields[0] : (Object(fields)[name] ?? Object(fields)['*']);
    return known === undefined ? [`${path}.${name}`] : unknownFields(inner, known, `${path}.${name}`);
  });
}
