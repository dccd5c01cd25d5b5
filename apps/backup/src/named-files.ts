/** The collections whose documents name files. */
export const NAMING = ['advertisements', 'logos', 'rate_cards'] as const;
const AD = /^(?:\/media\/)?(ads\/[0-9a-f]{24}\/[0-9a-f]{24}\/)/;

/** Which files of the bucket records name. The rest is what deletions and broken uploads have left, and no backup has it. */
export class NamedFiles {
  /** An ad's folder has the shown file, which its record names, and the one that was uploaded, which no record does. */
  private readonly folders = new Set<string>();
  /** The keys that records name. */
  readonly keys = new Set<string>();

  static namedBy(collection: string): boolean {
    return (NAMING as readonly string[]).includes(collection);
  }

  add(collection: string, document: Record<string, unknown>): void {
    const {
      _id: id,
      advertisements = [],
      pictures = [],
    } = document as {
      _id: unknown;
      advertisements?: { file_path: string }[];
      pictures?: string[];
    };
    if (collection === 'logos') this.keys.add(String(id));
    if (collection === 'rate_cards') for (const key of pictures) this.keys.add(key);
    if (collection !== 'advertisements') return;
    for (const { file_path: path } of advertisements) {
      this.keys.add(path.replace(/^\/media\//, ''));
      const folder = AD.exec(path)?.[1];
      if (folder) this.folders.add(folder);
    }
  }

  has(key: string): boolean {
    return this.keys.has(key) || this.folders.has(AD.exec(key)?.[1] ?? '');
  }
}
