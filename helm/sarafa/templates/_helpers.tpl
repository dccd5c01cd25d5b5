{{/* The beginning of all objects' names. */}}
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

{{/* Labels that never change while the release exists, because a Deployment's selector can't be changed. Takes (dict "root" $ "part" name). */}}
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

{{/* A value as it was written: Helm reads 3600000 as a number, which it would print as 3.6e+06. */}}
{{- define "sarafa.text" -}}
{{- kindIs "string" . | ternary . (toJson .) -}}
{{- end -}}

{{/* `repository:tag`, or `repository@digest` where there is a digest. Takes an `image` of the values and a default for the tag. */}}
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

{{/* A service's settings, merged over the defaults. Takes (dict "root" $ "part" name), answers YAML. */}}
{{- define "sarafa.settings" -}}
{{- $own := index .root.Values.services .part -}}
{{- mustMergeOverwrite (deepCopy .root.Values.defaults) (deepCopy $own) | toYaml -}}
{{- end -}}

{{/* The name of the Secret with the passwords: the release's or the operator's own. */}}
{{- define "sarafa.credentials" -}}
{{- default (printf "%s-credentials" (include "sarafa.fullname" .)) .Values.credentials.existingSecret -}}
{{- end -}}

{{/* The name of the Secret with the master key: the release's, or the operator's own with the passwords. */}}
{{- define "sarafa.masterKey" -}}
{{- default (printf "%s-master-key" (include "sarafa.fullname" .)) .Values.credentials.existingSecret -}}
{{- end -}}

{{/* The name of the Secret with the key of backups: the release's, or one of the operator's own. */}}
{{- define "sarafa.backupKey" -}}
{{- coalesce .Values.backup.keySecret.name .Values.credentials.existingSecret (printf "%s-backup-key" (include "sarafa.fullname" .)) -}}
{{- end -}}

{{/* The name of each server of the trial. Its volume outlives the release. */}}
{{- define "sarafa.nats" -}}{{ include "sarafa.fullname" . }}-nats{{- end -}}
{{- define "sarafa.mongodb" -}}{{ include "sarafa.fullname" . }}-mongodb{{- end -}}
{{- define "sarafa.minio" -}}{{ include "sarafa.fullname" . }}-minio{{- end -}}

{{- define "sarafa.serviceAccount" -}}
{{- .Values.serviceAccount.name | default (include "sarafa.fullname" .) -}}
{{- end -}}

{{/* Pod Security `restricted`, for all pods, with what the values add. It is written over them, because `merge` takes `false` for nothing. */}}
{{- define "sarafa.podSecurity" -}}
{{- $fixed := dict "runAsNonRoot" true "seccompProfile" (dict "type" "RuntimeDefault") -}}
{{- if .Values.security.fixedIds -}}
{{- $fixed = merge $fixed (dict "runAsUser" 65532 "runAsGroup" 65532 "fsGroup" 65532 "fsGroupChangePolicy" "OnRootMismatch") -}}
{{- end -}}
{{- mustMergeOverwrite (deepCopy .Values.security.pod) $fixed | toYaml -}}
{{- end -}}

{{- define "sarafa.containerSecurity" -}}
{{- $fixed := dict "allowPrivilegeEscalation" false "readOnlyRootFilesystem" true "capabilities" (dict "drop" (list "ALL")) -}}
{{- mustMergeOverwrite (deepCopy .Values.security.container) $fixed | toYaml -}}
{{- end -}}

{{/* The URL, in a Secret, of a server of the operator's own. Takes (dict "secret" urlSecret "part" name). */}}
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

{{/* Where a pod may run, and before which others. Takes settings. */}}
{{- define "sarafa.placement" -}}
{{- with .priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/*
  The annotations of an object that is made where there is none, and that no upgrade, rollback or removal of the release touches. The
  policy takes the place of Helm's default, which removes one that is there.
*/}}
{{- define "sarafa.madeOnce" -}}
helm.sh/hook: pre-install,pre-upgrade
helm.sh/hook-delete-policy: hook-failed
helm.sh/resource-policy: keep
{{- end -}}

{{- define "sarafa.pullSecrets" -}}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- end -}}
