{{/*
  The environment of a part: first its servers, then the settings of the values, by their names in the README's table.
  Takes (dict "root" $ "part" name "settings" dict).
*/}}
{{- define "sarafa.environment" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $backing := $root.Values.backing -}}
{{- if not (hasKey .settings.env "LOG_LEVEL") }}
- name: LOG_LEVEL
  value: {{ $root.Values.logLevel | quote }}
{{- end }}
{{- with $root.Values.monitoring.traces.endpoint }}
{{- if not (hasKey $.settings.env "OTEL_EXPORTER_OTLP_ENDPOINT") }}
- name: OTEL_EXPORTER_OTLP_ENDPOINT
  value: {{ . | quote }}
{{- end }}
{{- end }}
{{- if $backing.caSecret.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/sarafa/ca/ca.crt
{{- end }}
{{- include "sarafa.environmentOfNats" . }}
- name: NATS_REPLICAS
  value: {{ $backing.nats.replicas | quote }}
{{- if ne $part "gateway" }}
{{- /* MongoDB, for every part but the gateway. */}}
{{- include "sarafa.environmentOfDatabase" . }}
{{- end }}
{{- if eq $part "gateway" }}
- name: MEDIA_URL
  value: http://{{ include "sarafa.fullname" $root }}-media:8081
{{- end }}
{{- if eq $part "auth" }}
- name: MASTER_KEY
  valueFrom:
    secretKeyRef:
      name: {{ include "sarafa.masterKey" $root | quote }}
      key: master-key
{{- end }}
{{- if eq $part "users" }}
- name: ADMIN_USERNAME
  value: {{ $root.Values.admin.username | quote }}
- name: ADMIN_SECOND_FACTOR
  value: {{ $root.Values.admin.secondFactor | quote }}
- name: ADMIN_PASSWORD
  valueFrom:
    {{- include "sarafa.password" (dict "root" $root "key" "admin-password") | nindent 4 }}
{{- end }}
{{- if eq $part "media" }}
{{- include "sarafa.environmentOfFiles" $root }}
{{- end }}
{{- range $name, $value := .settings.env }}
- name: {{ $name }}
  value: {{ include "sarafa.text" $value | quote }}
{{- end }}
{{- end -}}

{{/* How NATS is reached by a user. Takes (dict "root" $ "part" the user's name). */}}
{{- define "sarafa.environmentOfNats" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $backing := $root.Values.backing -}}
{{- if $backing.nats.embedded }}
- name: NATS_PASSWORD
  valueFrom:
    {{- include "sarafa.password" (dict "root" $root "key" (printf "nats-%s" $part)) | nindent 4 }}
- name: NATS_URL
  value: nats://{{ $part }}:$(NATS_PASSWORD)@{{ include "sarafa.nats" $root }}:4222
{{- else }}
- name: NATS_URL
  valueFrom:
    {{- include "sarafa.urlFromSecret" (dict "secret" $backing.nats.urlSecret "part" $part) | nindent 4 }}
{{- with $backing.nats.tlsSecret }}
{{- if .name }}
{{- range $setting, $key := dict "CA" .ca "CERT" .cert "KEY" .key }}
{{- if $key }}
- name: NATS_{{ $setting }}
  value: /etc/sarafa/nats/{{ $key }}
{{- end }}
{{- end }}
{{- end }}
{{- end }}
{{- if $backing.nats.credsSecret.name }}
- name: NATS_CREDS
  value: /etc/sarafa/nats-creds/nats.creds
{{- end }}
{{- end }}
{{- /* The trial's NATS stands in the release's own network, behind network policies. */}}
{{- if or $backing.nats.embedded $backing.nats.insecure }}
- name: NATS_INSECURE
  value: 'yes'
{{- end }}
{{- end -}}

{{/* Where the files of the installation are. Takes $. */}}
{{- define "sarafa.environmentOfFiles" }}
- name: S3_BUCKET
  value: {{ $.Values.backing.minio.bucket | quote }}
{{- if $.Values.backing.minio.embedded }}
- name: S3_ENDPOINT
  value: http://{{ include "sarafa.minio" $ }}:9000
- name: S3_ACCESS_KEY
  value: media
- name: S3_SECRET_KEY
  valueFrom:
    {{- include "sarafa.password" (dict "root" $ "key" "minio-media") | nindent 4 }}
{{- else }}
- name: S3_ENDPOINT
  value: {{ $.Values.backing.minio.endpoint | quote }}
- name: S3_ACCESS_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.backing.minio.keySecret.name | quote }}
      key: {{ $.Values.backing.minio.keySecret.accessKey | quote }}
- name: S3_SECRET_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $.Values.backing.minio.keySecret.name | quote }}
      key: {{ $.Values.backing.minio.keySecret.secretKey | quote }}
{{- end }}
{{- end -}}

{{/* The environment of the program for backups. Takes (dict "root" $ "user" the name of its user in MongoDB). */}}
{{- define "sarafa.environmentOfBackup" -}}
{{- $root := .root -}}
{{- $backup := $root.Values.backup -}}
{{- if $root.Values.backing.caSecret.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/sarafa/ca/ca.crt
{{- end }}
{{- /* A restore asks as `users` whether NATS still has accounts. */}}
{{- include "sarafa.environmentOfNats" (dict "root" $root "part" "users") }}
{{- if not $root.Values.backing.mongodb.embedded }}
- name: MONGO_URL
  valueFrom:
    {{- include "sarafa.urlFromSecret" (dict "secret" $root.Values.backing.mongodb.urlSecret "part" .user) | nindent 4 }}
{{- else }}
{{- $isRestore := eq .user "restore" }}
- name: MONGO_PASSWORD
  valueFrom:
    {{- include "sarafa.password" (dict "root" $root "key" ($isRestore | ternary "mongodb-root" "mongodb-backup")) | nindent 4 }}
- name: MONGO_URL
  value: mongodb://{{ $isRestore | ternary "root" "backup" }}:$(MONGO_PASSWORD)@{{ include "sarafa.mongodb" $root }}:27017/sarafa?authSource={{ $isRestore | ternary "admin" "sarafa" }}&directConnection=true
{{- end }}
{{- include "sarafa.environmentOfFiles" $root }}
- name: BACKUP_KEY
  valueFrom:
    secretKeyRef:
      name: {{ include "sarafa.backupKey" $root | quote }}
      key: {{ not (empty $backup.keySecret.name) | ternary $backup.keySecret.key "backup-key" | quote }}
{{- if hasPrefix "s3://" $backup.to }}
- name: BACKUP_S3_ENDPOINT
  value: {{ $backup.s3.endpoint | quote }}
{{- range $name, $key := dict "ACCESS" $backup.s3.keySecret.accessKey "SECRET" $backup.s3.keySecret.secretKey }}
- name: BACKUP_S3_{{ $name }}_KEY
  valueFrom:
    secretKeyRef:
      name: {{ $backup.s3.keySecret.name | quote }}
      key: {{ $key | quote }}
{{- end }}
{{- end }}
{{- end -}}

{{/* How MongoDB is reached by a service. Takes (dict "root" $ "part" the service). */}}
{{- define "sarafa.environmentOfDatabase" -}}
{{- $root := .root -}}
{{- $part := .part -}}
{{- $backing := $root.Values.backing -}}
{{- if $backing.mongodb.embedded }}
- name: MONGO_PASSWORD
  valueFrom:
    {{- include "sarafa.password" (dict "root" $root "key" (printf "mongodb-%s" $part)) | nindent 4 }}
- name: MONGO_URL
  value: mongodb://{{ $part }}:$(MONGO_PASSWORD)@{{ include "sarafa.mongodb" $root }}:27017/sarafa?authSource=sarafa&directConnection=true
{{- else }}
- name: MONGO_URL
  valueFrom:
    {{- include "sarafa.urlFromSecret" (dict "secret" $backing.mongodb.urlSecret "part" $part) | nindent 4 }}
{{- end }}
{{- end -}}

{{/*
  The environment of the doctor, who comes to each server as the service that may ask there what has to be asked, and no more: to NATS
  as the gateway, to MongoDB as `settings`, to S3 as media. Takes $.
*/}}
{{- define "sarafa.environmentOfDoctor" -}}
{{- if .Values.backing.caSecret.name }}
- name: NODE_EXTRA_CA_CERTS
  value: /etc/sarafa/ca/ca.crt
{{- end }}
{{- include "sarafa.environmentOfNats" (dict "root" . "part" "gateway") }}
- name: NATS_REPLICAS
  value: {{ .Values.backing.nats.replicas | quote }}
{{- include "sarafa.environmentOfDatabase" (dict "root" . "part" "settings") }}
{{- include "sarafa.environmentOfFiles" . }}
- name: BACKUP_ALERT_HOURS
  value: {{ .Values.backup.alertAfterHours | quote }}
{{- with .Values.doctor.publicUrl }}
- name: PUBLIC_URL
  value: {{ . | quote }}
{{- end }}
{{- end -}}
