import { type ComponentProps, lazy, Suspense } from 'react';
import { loadPart } from '../../shared/release/load-part.js';
import { PartGuard } from '../../shared/ui/part-guard.js';
import { RateRowsLoading } from './rate-rows-loading.js';

const Editor = lazy(async () => ({ default: (await loadPart(() => import('./rate-rows-editor.js'))).RateRowsEditor }));

/** The editor for rate rows, whose code is loaded when it is shown. */
export function LazyRateRowsEditor(props: ComponentProps<typeof Editor>) {
  return (
    <PartGuard>
      <Suspense fallback={<RateRowsLoading />}>
        <Editor {...props} />
      </Suspense>
    </PartGuard>
  );
}
