import { Language } from '@sarafa/contracts';
import { useEffect, useSyncExternalStore } from 'react';
import { brandTexts } from '../../../shared/texts/board-texts.js';
import mark from '../../../shared/brand/mark.svg';
import { Ground } from '../../../shared/ground.js';
import { useLanguages, useMessages } from '../../../shared/language/language.js';
import { QrSquare } from '../../../shared/ui/qr-square.js';
import { useBurnInShift } from '../layout/use-burn-in-shift.js';
import { useMedia } from '../use-media.js';
import { useReleaseProof } from '../release/use-release-proof.js';
import type { PairingDesk } from './pairing.js';

/** What a TV shows that has no shop yet: a code for a person with a phone. */
export function PairingPage({ desk }: { desk: PairingDesk }) {
  const { code, trouble } = useSyncExternalStore(desk.subscribe, desk.getView);
  useLanguages({ language: ownLanguage() });
  useReleaseProof('notice');
  // The board of a shop that has let this TV go has left its name there.
  useEffect(() => void (document.title = brandTexts.product), []);
  const shift = useBurnInShift(true);
  const isUpright = useMedia('(max-aspect-ratio: 1/1)');
  const { pairing, noConnection } = useMessages();
  const troubles = { unreachable: noConnection.title, refused: pairing.busy };
  return (
    <div className={isUpright ? 'board board--upright' : 'board'} style={shift}>
      <Ground isStill={true} />
      <main className="stage pair">
        <div className="pair__head">
          <img src={mark} alt="" />
          <h1>{pairing.title}</h1>
        </div>
        <div className="pair__main">
          <div className="pair__how">
            <p className={code ? 'pair__code' : 'pair__code is-missing'}>{code ?? PLACES}</p>
            <ol>
              {pairing.steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </div>
          <div className="pair__qr">{code && <QrSquare text={`${location.origin}/screens/claim?code=${code}`} />}</div>
        </div>
        <p className="pair__trouble" role="status">
          {trouble && (
            <>
              <i className="lamp" aria-hidden="true" />
              {`${troubles[trouble]} · ${pairing.again}`}
            </>
          )}
        </p>
      </main>
    </div>
  );
}

/** Keeps the code's room while there is none. */
const PLACES = '······';

/** The first language of this device that boards speak. */
function ownLanguage(): Language | undefined {
  const tags = navigator.languages ?? [navigator.language];
  return tags.map((tag) => Language.safeParse(tag.split('-')[0]).data).find((language) => language);
}
