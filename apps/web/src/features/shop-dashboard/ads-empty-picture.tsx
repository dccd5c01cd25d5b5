/** A line drawing of a board with a place for an ad. */
export function AdsEmptyPicture() {
  return (
    <svg className="empty__art" viewBox="0 0 144 96" fill="none" aria-hidden="true">
      <rect className="empty__line" x="6" y="6" width="132" height="74" rx="3" strokeWidth="2" />
      <path className="empty__line" d="M52 92h40" strokeWidth="2" strokeLinecap="round" />
      <path className="empty__line" d="M18 22h36M18 33h36M18 44h36M18 55h36M18 66h36" strokeWidth="3" />
      <rect className="empty__ad" x="66" y="18" width="60" height="50" rx="2" strokeWidth="2" strokeDasharray="4 4" />
      <path className="empty__ad" d="M96 35v16M88 43h16" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
