import type { OwnedScreen } from '@sarafa/contracts';
import { darkFirst } from '@sarafa/domain';
import { kindOf, type ScreenKind } from '../screen-words.js';
import { sought, withWords } from '../../../shared/sought.js';
import { screenTexts } from '../../../shared/texts/screen-texts.js';

export type ShownKind = ScreenKind | 'all';

export interface ListedScreen {
  readonly screen: OwnedScreen;
  readonly kind: ScreenKind;
  readonly shopName: string;
  /** Everything that a search looks at, in lower case; built once and not at every key. */
  readonly words: string;
}

/** In the order of the server, which states that were read later have changed. */
export function listedScreens(screens: readonly OwnedScreen[]): ListedScreen[] {
  return [...screens].sort(darkFirst).map((screen) => {
    const { name, username, shop_name } = screen;
    return {
      screen,
      kind: kindOf(screen),
      shopName: shop_name || username || screenTexts.unknownShop,
      words: [name, shop_name, username].map(sought).join('\n'),
    };
  });
}

/** A screen matches when its name and its shop contain every word of `text`. */
export function findScreens(all: readonly ListedScreen[], text: string, shown: ShownKind): readonly ListedScreen[] {
  const hasWords = withWords(text);
  return all.filter((entry) => (shown === 'all' || entry.kind === shown) && hasWords(entry.words));
}

export function countByKind(all: readonly ListedScreen[]): ReadonlyMap<ShownKind, number> {
  const counts = new Map<ShownKind, number>([['all', all.length]]);
  for (const { kind } of all) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}
