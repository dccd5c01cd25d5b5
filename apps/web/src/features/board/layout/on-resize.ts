import type { RefObject } from 'react';

const LOOK_MS = 1_000;

/**
 * Calls `act` in the frame after the element, or one of those in it that `parts` selects, has got another size, and once at the
 * beginning; where the browser doesn't say so, every second. The result ends that. In a frame of its own, because `act` may change
 * sizes again.
 */
export function onResize(whole: RefObject<HTMLElement | null>, parts: string | undefined, act: () => void): () => void {
  const elements = whole.current ? [whole.current, ...partsOf(whole.current, parts)] : [];
  let frame = 0;
  const later = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => act());
  };
  const stop = typeof ResizeObserver === 'undefined' ? often(later) : observe(elements, later);
  return () => {
    cancelAnimationFrame(frame);
    stop();
  };
}

function observe(elements: readonly Element[], changed: () => void): () => void {
  const observer = new ResizeObserver(changed);
  elements.forEach((element) => observer.observe(element));
  return () => observer.disconnect();
}

function often(act: () => void): () => void {
  const timer = setInterval(act, LOOK_MS);
  return () => clearInterval(timer);
}

function partsOf(whole: HTMLElement, parts: string | undefined): Element[] {
  return parts ? Array.from(whole.querySelectorAll(parts)) : [];
}
