{{/* The names of all objects begin with it. */}}
{{- define "sarafa.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{/* What never changes over a release's life: Deployments can't change their selectors. Takes (dict "root" $ "part" name). */}}
{{- define "sarafa.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride | quote }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .part }}
{{- end -}}

{{/* Labels of an object. Takes (dict "root" $ "part" name). */}}
{{- define "sarafa.labels" -}}
{{ include "sarafa.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
app.kubernetes.io/part-of: sarafa
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{/* A value as the text it was written as: Helm reads 3600000 as a number that it would print as 3.6e+06. */}}
{{- define "sarafa.text" -}}
{{- kindIs "string" . | ternary . (toJson .) -}}
{{- end -}}

{{/* `repository:tag`, or by digest where one is given. Takes an `image` of the values and the tag in its absence. */}}
{{- define "sarafa.imageName" -}}
{{- if .image.digest -}}
{{- printf "%s@%s" .image.repository .image.digest -}}
{{- else -}}
{{- printf "%s:%s" .image.repository (default .tag .image.tag | include "sarafa.text") -}}
{{- end -}}
{{- end -}}

{{- define "sarafa.image" -}}
{{- include "sarafa.imageName" (dict "image" .Values.image "tag" .Chart.AppVersion) -}}
{{- end -}}

{{/* A service's settings over those of all. Takes (dict "root" $ "part" name), answers YAML. */}}
{{- define "sarafa.settings" -}}
{{- $own := index .root.Values.services .part -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) | toYaml -}}
{{- end -}}

{{/* The Secret with the passwords that the release made, or the operator's own. */}}
{{- define "sarafa.credentials" -}}
{{- default (printf "%s-credentials" (include "sarafa.fullname" .)) .Values.credentials.existingSecret -}}
{{- end -}}

{{/* A name of its own for each server of the trial: what is in its volume outlives the release. */}}
{{- define "sarafa.nats" -}}{{ include "sarafa.fullname" . }}-nats{{- end -}}
{{- define "sarafa.mongodb" -}}{{ include "sarafa.fullname" . }}-mongodb{{- end -}}
{{- define "sarafa.minio" -}}{{ include "sarafa.fullname" . }}-minio{{- end -}}

{{/* `restricted` Pod Security, for pods of the product. */}}
{{- define "sarafa.podSecurity" -}}
runAsNonRoot: true
runAsUser: 65532
runAsGroup: 65532
fsGroup: 65532
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "sarafa.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{/* Where a server of the operator's own is: a URL in a Secret. Takes (dict "secret" urlSecret "part" name). */}}
{{- define "sarafa.urlFromSecret" -}}
secretKeyRef:
  name: {{ .secret.name | quote }}
  key: {{ default .part .secret.key | quote }}
{{- end -}}

{{/* A password of the credentials. Takes (dict "root" $ "key" key). */}}
{{- define "sarafa.password" -}}
secretKeyRef:
  name: {{ include "sarafa.credentials" .root | quote }}
  key: {{ .key }}
{{- end -}}

{{- define "sarafa.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}
