import { Skeleton } from '@mantine/core';

/** A sentence above the outline of the page that is being loaded. */
export function LoadingSheet({ text, rows }: { text: string; rows: number }) {
  return (
    <div className="sheet sheet--form" role="status">
      <p className="dim">{text}</p>
      {Array.from({ length: rows }, (_, row) => (
        <Skeleton key={row} height="2.5rem" mt="0.75rem" />
      ))}
    </div>
  );
}
