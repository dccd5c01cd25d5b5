import { useEffect, useMemo } from 'react';

/** An address under which a chosen file can be looked at; empty without one. */
export function usePreview(file: File | null): string {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : ''), [file]);
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
