import { CARD_STATE, CardShape, type CardTheme } from '@sarafa/contracts';
import { inKolkata } from '@sarafa/domain';
import { useEffect, useState } from 'react';
import { z } from 'zod';
import { answerFromBefore, type FromBefore, keepAnswer } from '../../../shared/kept/kept-answers.js';
import { NO_ANSWER, type Problem, problemIn } from '../../../shared/requests/problem.js';
import { serverNow } from '../../../shared/requests/server-time.js';
import { useIsOverdue } from '../use-own-rates.js';

const TIMEOUT_MS = 20_000;
/** What is shared is what the page shows: a phone lets nothing be shared that comes only after the press. */
const OFTEN_MS = 5_000;
/** A page with an older card has slept. Nothing is handed over before the next card. */
const FRESH_MS = OFTEN_MS + TIMEOUT_MS;
/** Two gateways may stand at two states for some seconds, and count how often they are asked. */
const AGAIN_MS = 500;

/** Which card it is. */
export interface CardChoice {
  readonly shape: CardShape;
  readonly theme: CardTheme;
}

/** A card as the server made it; its picture is a `data:` address. */
const Card = z.object({ shape: CardShape, picture: z.string(), text: z.string() });
type Card = z.infer<typeof Card>;

interface Asked {
  /** The choice that was asked for. */
  readonly of?: string;
  readonly card?: (Card & FromBefore) | undefined;
  /** When it was answered; none for a card of an earlier visit. */
  readonly answeredAt?: number;
  /** Why the last question had no card; what came before it stays. */
  readonly failure?: string | undefined;
  /** Whether somebody has asked again and waits. */
  readonly isAsking?: boolean;
}

export interface AskedCard extends Asked {
  /** Whether the card is of a while ago, and the next one is on its way. */
  readonly isOld: boolean;
  readonly again: () => void;
}

/**
 * The card of the shop's board as it is now, asked for again and again, with a function that asks at once. Without an answer it is
 * the last one that this device has had, in whatever shape and theme: a card says its own time.
 */
export function useCard(shopId: string, { shape, theme }: CardChoice): AskedCard {
  const query = new URLSearchParams({ shape, theme }).toString();
  const [asked, setAsked] = useState<Asked>({});
  const [tries, setTries] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const path = `/user/rate-card/${shopId}.png?${query}`;
    const ask = async () => {
      const answer = await cardAt(path, controller.signal);
      if (controller.signal.aborted) return;
      if ('code' in answer) {
        const known = answer.code === NO_ANSWER.code ? answerFromBefore(shopId, KEPT, Card) : undefined;
        setAsked(({ of, card }) => ({ of: query, card: (of === query ? card : undefined) ?? known, failure: answer.message }));
      } else {
        const card = { ...answer, shape };
        keepAnswer(shopId, KEPT, card);
        setAsked({ of: query, card, answeredAt: Date.now() });
      }
    };
    /** None while a question is on its way. */
    let timer: ReturnType<typeof setTimeout> | undefined;
    const askLater = () => {
      if (!controller.signal.aborted) timer = setTimeout(() => (document.hidden ? askLater() : askAndGoOn()), OFTEN_MS);
    };
    const askAndGoOn = () => {
      timer = undefined;
      void ask().then(askLater);
    };
    const askNow = () => {
      if (timer === undefined || document.hidden) return;
      clearTimeout(timer);
      askAndGoOn();
    };
    askAndGoOn();
    addEventListener('online', askNow);
    document.addEventListener('visibilitychange', askNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', askNow);
      document.removeEventListener('visibilitychange', askNow);
      controller.abort();
    };
  }, [shopId, shape, query, tries]);
  const again = () => {
    setAsked((before) => ({ ...before, isAsking: true }));
    setTries((count) => count + 1);
  };
  const now = asked.of === query ? asked : {};
  return { ...now, isOld: useIsOverdue(now.answeredAt, FRESH_MS), again };
}

/** One for all choices, because storage is small. Signing out removes it, as it does all kept answers. */
const KEPT = 'rate-card';

/** Tries until picture and text are of one state: a quote may come in between. */
async function cardAt(path: string, stopped: AbortSignal): Promise<Omit<Card, 'shape'> | Problem> {
  const controller = new AbortController();
  const stop = () => controller.abort();
  const timer = setTimeout(stop, TIMEOUT_MS);
  stopped.addEventListener('abort', stop);
  const { signal } = controller;
  try {
    for (;;) {
      const text = answerAt(`${path}&format=text`, 'text/plain', signal);
      const [said, drawn] = await Promise.all([text, answerAt(path, 'image/png', signal)]);
      const isOfOneState = said.headers.get(CARD_STATE) === drawn.headers.get(CARD_STATE);
      if (isOfOneState) return { picture: await dataOf(await drawn.blob()), text: await said.text() };
      await new Promise((resolve) => setTimeout(resolve, AGAIN_MS));
    }
  } catch (error) {
    return error instanceof Refused ? error.problem : NO_ANSWER;
  } finally {
    clearTimeout(timer);
    stopped.removeEventListener('abort', stop);
  }
}

class Refused extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Anything else that is answered isn't ours: a network that asks for a sign-in answers every address with a page of its own. */
async function answerAt(path: string, type: string, signal: AbortSignal): Promise<Response> {
  const answer = await fetch(`/api${path}`, { signal });
  if (!answer.ok) throw new Refused(problemIn(answer.status, await answer.json().catch(() => undefined)));
  if (!answer.headers.get('content-type')?.startsWith(type)) throw new Refused(NO_ANSWER);
  return answer;
}

function dataOf(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.onerror = () => reject(new Error('The picture can’t be read'));
    reader.readAsDataURL(blob);
  });
}

/** The picture of a card as a file to hand over, named by the day on which the card was read. */
export function pictureOf({ picture, keptAt = serverNow() }: Card & FromBefore): File {
  const bytes = Uint8Array.from(atob(picture.split(',')[1]!), (letter) => letter.charCodeAt(0));
  return new File([bytes], `rate-card-${inKolkata(keptAt).toISOString().slice(0, 10)}.png`, { type: 'image/png' });
}
