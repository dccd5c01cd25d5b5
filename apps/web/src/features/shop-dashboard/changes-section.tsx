import { useRef } from 'react';
import { useOwnAuditQuery } from '../../shared/api/audit.api.js';
import { ChangesPages } from '../changes/index.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';
import { SkeletonRows } from '../../shared/ui/skeleton-rows.js';
import { useIsNear } from './use-is-near.js';

/** Who changed what of one's own shop. The list is at the end of the page, so it is asked for when the screen comes near. */
export function ChangesSection() {
  const section = useRef<HTMLElement>(null);
  const isNear = useIsNear(section, { isDrawnAtLast: false });
  return (
    <section className="sheet log-own" aria-labelledby="changes-title" ref={section}>
      <div className="sheet__h">
        <h2 id="changes-title">{words.ownTitle}</h2>
      </div>
      {isNear ? <ChangesPages useEntries={useOwnAuditQuery} label={words.ownTitle} /> : <SkeletonRows count={5} />}
    </section>
  );
}
