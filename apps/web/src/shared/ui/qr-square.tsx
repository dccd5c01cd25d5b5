import { useMemo } from 'react';
import { encode } from 'uqr';

/** The border that cameras need, in modules. */
const QUIET = 4;

/** `text` as a QR code: dark on light, because some phones read no other. */
export function QrSquare({ text }: { text: string }) {
  const { size, data } = useMemo(() => encode(text, { border: QUIET, ecc: 'M' }), [text]);
  const path = data.map((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')).join('')).join('');
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges" aria-hidden="true">
      <path d={path} />
    </svg>
  );
}
