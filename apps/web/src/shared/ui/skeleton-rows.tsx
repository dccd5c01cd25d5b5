import { Skeleton } from '@mantine/core';
import { portalTexts } from '../texts/portal-texts.js';

/** The outline of a list that is being loaded. */
export function SkeletonRows({ count }: { count: number }) {
  return (
    <div className="sheet skeletons" role="status" aria-label={portalTexts.common.loading}>
      {Array.from({ length: count }, (_, index) => (
        <div key={index}>
          <Skeleton width="2.25rem" height="2.25rem" />
          <Skeleton width={`${40 - (index % 3) * 7}%`} height="0.875rem" />
        </div>
      ))}
    </div>
  );
}
