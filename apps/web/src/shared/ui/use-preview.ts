import { useEffect, useMemo } from 'react';

/** An address that shows a chosen file; empty without a file. */
export function usePreview(file: File | null): string {
  const url = useMemo(() => (file ? URL.createObjectURL(file) : ''), [file]);
  useEffect(() => {
    if (url) return () => URL.revokeObjectURL(url);
  }, [url]);
  return url;
}
