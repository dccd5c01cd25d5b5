{{/* The volume of a server of the trial. Takes (dict "root" $ "server" its values). */}}
{{- define "sarafa.volume" -}}
# The data outlives the release; `kubectl delete pvc` removes it.
persistentVolumeClaimRetentionPolicy: { whenDeleted: Retain, whenScaled: Retain }
volumeClaimTemplates:
  - apiVersion: v1
    kind: PersistentVolumeClaim
    metadata:
      name: data
    spec:
      accessModes: [ReadWriteOnce]
      {{- with .server.storage.className }}
      storageClassName: {{ . | quote }}
      {{- end }}
      resources:
        requests:
          storage: {{ .server.storage.size }}
{{- end -}}
