import { limits } from '@sarafa/contracts';
import { useEffect, useReducer } from 'react';
import { NARROW } from '../../shared/ui/use-is-phone.js';
import { type Chat, type ChatEvent, chatReducer, NO_CHAT } from './chat-reducer.js';

export type ChatHandle = readonly [Chat, (event: ChatEvent) => void];

/** The chat with its two timers: when it appears, and when it closes by itself. */
export function useChat(): ChatHandle {
  const [chat, tell] = useReducer(chatReducer, NO_CHAT);
  useEffect(() => {
    const { appearsMs, closesMs } = limits.chat;
    const appearing = setTimeout(() => {
      // Not while somebody types, nor where the card would cover the form.
      const isInTheWay = document.activeElement instanceof HTMLInputElement || matchMedia(NARROW).matches;
      tell({ type: 'appear', isInTheWay });
    }, appearsMs);
    const closing = setTimeout(() => tell({ type: 'time is up' }), appearsMs + closesMs);
    return () => {
      clearTimeout(appearing);
      clearTimeout(closing);
    };
  }, []);
  return [chat, tell];
}
