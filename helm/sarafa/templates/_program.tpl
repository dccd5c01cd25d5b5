{{/*
  The pod of a program that runs once: the backup's and the doctor's. Takes `root`, the `name` of the program, its `args`, `env`,
  `resources`, `mounts` and `volumes`, and `filesOf`: the part whose files (a CA, the client certificate for NATS) it needs too.
*/}}
{{- define "sarafa.programPod" -}}
{{- $defaults := .root.Values.defaults -}}
{{- $files := dict "root" .root "part" .filesOf -}}
metadata:
  labels:
    {{- include "sarafa.labels" (dict "root" .root "part" .name) | nindent 4 }}
    {{- with $defaults.podLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  {{- with $defaults.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  automountServiceAccountToken: false
  serviceAccountName: {{ include "sarafa.serviceAccount" .root }}
  enableServiceLinks: false
  restartPolicy: Never
  securityContext:
    {{- include "sarafa.podSecurity" .root | nindent 4 }}
  {{- include "sarafa.pullSecrets" .root | nindent 2 }}
  {{- include "sarafa.placement" $defaults | nindent 2 }}
  containers:
    - name: {{ .name }}
      image: {{ include "sarafa.image" .root }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args:
        {{- toYaml .args | nindent 8 }}
      securityContext:
        {{- include "sarafa.containerSecurity" .root | nindent 8 }}
      env:
        {{- concat .env ($defaults.extraEnv | default list) | toYaml | nindent 8 }}
      resources:
        {{- toYaml .resources | nindent 8 }}
      {{- with concat .mounts (include "sarafa.mounts" $files | fromYamlArray) ($defaults.extraVolumeMounts | default list) }}
      volumeMounts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
  {{- with concat .volumes (include "sarafa.volumes" $files | fromYamlArray) ($defaults.extraVolumes | default list) }}
  volumes:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end }}
