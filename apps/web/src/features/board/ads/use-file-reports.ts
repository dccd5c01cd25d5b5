import { useEffect } from 'react';
import { ownRelease } from '../release/own-release.js';
import { workers } from '../../../shared/release/workers.js';

/**
 * Tells the service worker which built files this page has loaded, because the worker keeps languages and fonts of Indic scripts
 * only once a board has used them. The worker itself sees no request of a first visit, nor one that memory answers.
 */
export function useFileReports(): void {
  useEffect(() => {
    const container = workers();
    if (!ownRelease || !container) return;
    const files = new Set<string>();
    const report = () => {
      const message = { type: 'board-uses', release: ownRelease, files: Array.from(files) };
      container.ready.then(({ active }) => active?.postMessage(message)).catch(() => undefined);
    };
    const look = (entries: PerformanceEntryList) => {
      const loaded = entries.filter(({ name }) => name.startsWith(`${location.origin}/assets/`));
      for (const { name } of loaded) files.add(name.slice(location.origin.length));
      // Also when a file is loaded again: it may have failed the first time.
      if (loaded.length > 0) report();
    };
    const observer = new PerformanceObserver((list) => look(list.getEntries()));
    observer.observe({ entryTypes: ['resource'] });
    look(performance.getEntriesByType('resource'));
    // A worker that is new here keeps the files of its own release.
    container.addEventListener('controllerchange', report);
    return () => {
      observer.disconnect();
      container.removeEventListener('controllerchange', report);
    };
  }, []);
}
