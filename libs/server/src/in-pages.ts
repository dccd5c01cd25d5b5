/** All that `listAfter` finds, read in pages of `size`. It is given the last one of the page before. */
export async function* inPages<T>(
  listAfter: (last: T | undefined, size: number) => Promise<T[]>,
  size: number,
): AsyncGenerator<T, void, void> {
  let page: T[] = [];
  do {
    page = await listAfter(page.at(-1), size);
    yield* page;
  } while (page.length === size);
}
