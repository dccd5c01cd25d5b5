/** A page of a list that doesn't fit a message, and where the next page begins. */
interface Page {
  readonly next: string | null;
}

/** Asks for one page after another until there are no more. */
export async function allPages<P extends Page>(ask: (from: { after?: string }) => Promise<P>): Promise<P[]> {
  const pages = [await ask({})];
  for (let after = pages[0]!.next; after; after = pages.at(-1)!.next) pages.push(await ask({ after }));
  return pages;
}
