/** The release that this page was built as; undefined in development. */
export const ownRelease = named(document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content);

let refused: string | undefined;

/** Sets the release that was tried here and given up. */
export function reportRefused(release: string): void {
  refused = release;
}

/** What the address of a stream says about its board, for the operator's metrics. */
export function releaseQuery(): string {
  if (!ownRelease) return '';
  return `?release=${ownRelease}${refused ? `&refused=${refused}` : ''}`;
}

function named(release: string | undefined): string | undefined {
  return release && /^[0-9a-f]+$/.test(release) ? release : undefined;
}
