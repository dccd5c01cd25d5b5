import { StateWord } from '../../shared/ui/state-word.js';
import { portalTexts } from '@sarafa/contracts';
import { useSourceHealth } from './use-source-health.js';

/** In the header, on every screen. */
export function RatesLamp() {
  const { health } = useSourceHealth();
  if (!health) return null;
  return (
    <StateWord tone={health.tone}>
      {portalTexts.overview.source}: {health.word}
    </StateWord>
  );
}
