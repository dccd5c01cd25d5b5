/** One page of a list that doesn't fit one message, and where the next begins. */
interface Page {
  readonly next: string | null;
}

/** Asks page after page until there is no other. */
export async function allPages<P extends Page>(ask: (from: { after?: string }) => Promise<P>): Promise<P[]> {
  const pages = [await ask({})];
  for (let after = pages[0]!.next; after; after = pages.at(-1)!.next) pages.push(await ask({ after }));
  return pages;
}
