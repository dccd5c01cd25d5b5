import { type CardShape, type CardTheme, limits } from '@sarafa/contracts';
import { useEffect, useState } from 'react';
import { NO_ANSWER, problemIn } from '../../../shared/problem.js';

const TIMEOUT_MS = 20_000;

/** Which card it is. */
export interface CardChoice {
  readonly shape: CardShape;
  readonly theme: CardTheme;
}

/** What the server made last for a choice. */
interface Card {
  readonly picture: File;
  readonly text: string;
}

interface Asked {
  readonly of: string;
  readonly card?: Card;
  /** Why the last question had no card; what came before it stays. */
  readonly failure?: string;
}

/** The card of the shop's board as it is now, asked for again and again, with a function that asks at once. */
export function useCard(shopId: string, { shape, theme }: CardChoice): Omit<Asked, 'of'> & { readonly again: () => void } {
  const path = `/api/user/rate-card/${shopId}.png`;
  const query = new URLSearchParams({ shape, theme }).toString();
  const [asked, setAsked] = useState<Asked>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const ask = async () => {
      const news = await cardAt(`${path}?${query}`, controller.signal);
      if (controller.signal.aborted) return;
      setAsked(
        (before) => (before?.of === query ? { ...before, failure: undefined, ...news } : { of: query, ...news }) as Asked,
      );
    };
    void ask();
    const timer = setInterval(() => void ask(), limits.profilePollMs);
    return () => {
      clearInterval(timer);
      controller.abort();
    };
  }, [path, query, tries]);
  const { of, ...now } = asked ?? { of: '' };
  return { ...(of === query ? now : {}), again: () => setTries((count) => count + 1) };
}

async function cardAt(path: string, stopped: AbortSignal): Promise<Pick<Asked, 'card' | 'failure'>> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  stopped.addEventListener('abort', stop);
  try {
    const [picture, text] = await Promise.all(
      [path, `${path}&format=text`].map((address) => fetch(address, { signal: controller.signal })),
    );
    const refusal = [picture!, text!].find(({ ok }) => !ok);
    if (refusal) return { failure: problemIn(refusal.status, await refusal.json().catch(() => undefined)).message };
    const file = new File([await picture!.blob()], 'rate-card.png', { type: 'image/png' });
    return { card: { picture: file, text: await text!.text() } };
  } catch {
    return { failure: NO_ANSWER.message };
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}
