import { portalTexts } from '../../shared/texts/portal-texts.js';
import { StateWord } from '../../shared/ui/state-word.js';
import { useSourceHealth } from './use-source-health.js';

/** The state of the rates, in the header of every screen. */
export function RatesLamp() {
  const { health } = useSourceHealth();
  if (!health) return null;
  return (
    <StateWord tone={health.tone}>
      {portalTexts.overview.source}: {health.word}
    </StateWord>
  );
}
