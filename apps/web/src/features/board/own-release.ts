/** The release that this page is of, by its build; undefined where nothing was built, in development. */
export const ownRelease = named(document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content);

let refused: string | undefined;

/** The release that was tried here and left again. */
export function tellRefused(release: string): void {
  refused = release;
}

/** What the address of a stream says of its board, for the operator's figures. */
export function releaseQuery(): string {
  if (!ownRelease) return '';
  return `?release=${ownRelease}${refused ? `&refused=${refused}` : ''}`;
}

function named(release: string | undefined): string | undefined {
  return release && /^[0-9a-f]+$/.test(release) ? release : undefined;
}
