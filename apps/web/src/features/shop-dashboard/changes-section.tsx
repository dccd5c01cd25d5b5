import { useOwnAuditQuery } from '../../shared/api/audit.api.js';
import { ChangesPages } from '../../shared/changes/changes-pages.js';
import { changeTexts as words } from '../../shared/texts/change-texts.js';

/** Who changed what of one's own shop. */
export function ChangesSection() {
  return (
    <section className="sheet log-own" aria-labelledby="changes-title">
      <div className="sheet__h">
        <h2 id="changes-title">{words.ownTitle}</h2>
      </div>
      <ChangesPages useEntries={useOwnAuditQuery} label={words.ownTitle} />
    </section>
  );
}
