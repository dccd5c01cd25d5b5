{{/*
  The files that a part needs besides its image: where its container has them, and what they are. Both take
  (dict "root" $ "part" name), and nothing comes out for a part that needs none.
*/}}
{{- define "sarafa.mounts" -}}
{{- $backing := .root.Values.backing -}}
{{- if $backing.caSecret.name }}
- { name: ca, mountPath: /etc/sarafa/ca, readOnly: true }
{{- end }}
{{- if and (not $backing.nats.embedded) $backing.nats.tlsSecret.name }}
- { name: nats, mountPath: /etc/sarafa/nats, readOnly: true }
{{- end }}
{{- if and (not $backing.nats.embedded) $backing.nats.credsSecret.name }}
- { name: nats-creds, mountPath: /etc/sarafa/nats-creds, readOnly: true }
{{- end }}
{{- if eq .part "media" }}
- { name: uploads, mountPath: /tmp }
{{- end }}
{{- end }}

{{- define "sarafa.volumes" -}}
{{- $backing := .root.Values.backing -}}
{{- with $backing.caSecret }}
{{- if .name }}
- name: ca
  secret:
    secretName: {{ .name | quote }}
    items:
      - { key: {{ .key | quote }}, path: ca.crt }
{{- end }}
{{- end }}
{{- if not $backing.nats.embedded }}
{{- with $backing.nats.tlsSecret }}
{{- if .name }}
- name: nats
  secret:
    secretName: {{ .name | quote }}
{{- end }}
{{- end }}
{{- with $backing.nats.credsSecret }}
{{- if .name }}
- name: nats-creds
  secret:
    secretName: {{ .name | quote }}
    items:
      - { key: {{ .key | default $.part | quote }}, path: nats.creds }
{{- end }}
{{- end }}
{{- end }}
{{- if eq .part "media" }}
# Uploads are kept here until they are complete: at most forty of 100 MB.
- name: uploads
  emptyDir:
    sizeLimit: 4Gi
{{- end }}
{{- end }}
