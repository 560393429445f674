{{/* What selects the Pods of a role: a dict of "root" and "role". */}}
{{- define "nameplate.selector" -}}
app.kubernetes.io/name: nameplate
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .role }}
{{- end }}

{{- define "nameplate.labels" -}}
{{ include "nameplate.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name (replace "+" "_" .root.Chart.Version) }}
{{- end }}

{{/* Pods pass the "restricted" Pod Security Standard. */}}
{{- define "nameplate.pod" -}}
automountServiceAccountToken: false
# A service called "nameplate-…" would set variables with the program's prefix.
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  fsGroupChangePolicy: OnRootMismatch
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{/* The container of a role, but for ports, probes and resources. */}}
{{- define "nameplate.container" -}}
{{- $root := .root -}}
name: nameplate
image: {{ printf "%s:%s" $root.Values.image.repository (default $root.Chart.AppVersion $root.Values.image.tag) | quote }}
args: [{{ .role }}]
env:
  # Below the volume, whose own directory belongs to root and to a group.
  - name: NAMEPLATE_DATA_DIR
    value: /var/lib/nameplate/data
  {{- if has .role (list "app" "edge") }}
  - name: NAMEPLATE_LAME_DUCK
    value: {{ $root.Values.lameDuckSeconds | quote }}
  {{- end }}
  {{- if eq .role "app" }}
  - name: NAMEPLATE_DNS_PORT
    value: "0"
  {{- end }}
  {{- range $name, $value := $root.Values.env }}
  - name: {{ $name }}
    value: {{ $value | quote }}
  {{- end }}
  {{- range $root.Values.secret.variables }}
  - name: {{ . }}_FILE
    value: /run/secrets/nameplate/{{ . }}
  {{- end }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
volumeMounts:
  - name: data
    mountPath: /var/lib/nameplate
  - name: tmp
    mountPath: /tmp
  {{- if $root.Values.secret.name }}
  - name: secret
    mountPath: /run/secrets/nameplate
    readOnly: true
  {{- end }}
{{- end }}

{{- define "nameplate.volumes" -}}
- name: tmp
  emptyDir: {}
{{- with .Values.secret.name }}
- name: secret
  secret:
    secretName: {{ . }}
    defaultMode: 0440
{{- end }}
{{- end }}
