/** Rulings 10. Every answer has these. */
export const SECURITY_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
} as const;

export const HSTS = { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } as const;

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "media-src 'self' blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
];

/** A board may be framed, for signage players embed it; nothing else may. */
export function contentSecurityPolicy(frame: 'anybody' | 'nobody'): string {
  return [...POLICY, `frame-ancestors ${frame === 'anybody' ? '*' : "'none'"}`].join('; ');
}
