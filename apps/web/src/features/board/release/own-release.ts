/** The release that this page was built as; undefined in development. */
export const ownRelease = named(document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content);

let refused: string | undefined;

/** Sets the release that was tried here and given up. */
export function reportRefused(release: string): void {
  refused = release;
}

/** What the address of a stream says about its board: its releases, for the operator's metrics, and the screen that it is on. */
export function streamQuery(screen?: string): string {
  const said = { release: ownRelease, refused: ownRelease && refused, screen };
  const parts = Object.entries(said).flatMap(([name, value]) => (value ? `${name}=${value}` : []));
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

function named(release: string | undefined): string | undefined {
  return release && /^[0-9a-f]+$/.test(release) ? release : undefined;
}
