import { useMemo, useState } from 'react';

/** How many rows are rendered at once, however long the list is. */
const PAGE_SIZE = 25;

/** The rows of the page that is shown, and the properties of its `Pager`. Another selection begins at its first page. */
export function usePage<Row>(all: readonly Row[], selection: string) {
  const [shown, setShown] = useState({ selection, page: 0 });
  if (shown.selection !== selection) setShown({ selection, page: 0 });
  const last = Math.max(0, Math.ceil(all.length / PAGE_SIZE) - 1);
  const page = shown.selection === selection ? Math.min(shown.page, last) : 0;
  const onPage = (to: number) => setShown({ selection, page: to });
  const rows = useMemo(() => all.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE), [all, page]);
  return {
    rows,
    pager: { page, pageSize: PAGE_SIZE, total: all.length, onPage },
  };
}
