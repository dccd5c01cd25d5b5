/** Whether the loading screen is in the page: that of the page's HTML, or the same as rendered. */
export function isLoading(): boolean {
  return document.querySelector('.over .hairline') !== null;
}

/** Calls `act` once the loading screen has gone, whatever took its place: rates, a notice, or what is left after a crash. */
export function afterLoading(act: () => void): void {
  const observer = new MutationObserver(() => {
    if (isLoading()) return;
    observer.disconnect();
    act();
  });
  observer.observe(document.body, { childList: true, subtree: true });
}
