import { useEffect, useState } from 'react';

/** Whether a media query holds, and when that changes. */
export function useMedia(query: string): boolean {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const onChange = () => setMatches(list.matches);
    onChange();
    // Old WebKit televisions know the deprecated form alone.
    if ('addEventListener' in list) {
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    }
    (list as MediaQueryList).addListener(onChange);
    return () => (list as MediaQueryList).removeListener(onChange);
  }, [query]);
  return matches;
}
