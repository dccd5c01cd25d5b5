/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/**
 * The faults of a board's layout as texts; empty when there are none. Runs in the page and is sent there as text, so it uses
 * nothing from outside of itself.
 */
export function faultsOfBoard(): string[] {
  const SLACK = 1.5;
  const faults: string[] = [];
  const one = (selector: string) => document.querySelector<HTMLElement>(selector)!;
  const rect = (element: Element) => element.getBoundingClientRect();
  const isWithin = (inner: DOMRect, outer: DOMRect) =>
    inner.left >= outer.left - SLACK &&
    inner.right <= outer.right + SLACK &&
    inner.top >= outer.top - SLACK &&
    inner.bottom <= outer.bottom + SLACK;
  const overlap = (a: DOMRect, b: DOMRect) =>
    Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
    Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
  const isCut = (element: HTMLElement) =>
    element.scrollWidth > element.clientWidth + SLACK || element.scrollHeight > element.clientHeight + 2;

  const parts = ['.head', '.rail', '.tray', '.foot'].map((selector) => ({ selector, box: rect(one(selector)) }));
  const cells = Array.from(document.querySelectorAll<HTMLElement>('.cell'));
  const scrolls = one('.board').classList.contains('board--phone');
  const screen = new DOMRect(0, 0, innerWidth, innerHeight);

  parts.forEach(({ selector, box }, index) => {
    if (!scrolls && !isWithin(box, screen)) faults.push(`${selector} leaves the screen`);
    if (scrolls && (box.left < -SLACK || box.right > innerWidth + SLACK)) faults.push(`${selector} is wider than the screen`);
    for (const other of parts.slice(index + 1))
      if (overlap(box, other.box)) faults.push(`${selector} lies over ${other.selector}`);
  });
  if (isCut(one('.rail'))) faults.push('the rail is cut');
  if (scrolls && one('.stage').scrollWidth > innerWidth) faults.push('the stage scrolls sideways');

  cells.forEach((cell, index) => {
    const name = `card ${index + 1}`;
    const box = rect(cell);
    const label = cell.querySelector<HTMLElement>('.cell__label')!;
    const prices = Array.from(cell.querySelectorAll<HTMLElement>('.price'));
    const style = getComputedStyle(cell);
    const texts = Array.from(cell.querySelectorAll<HTMLElement>('.cell__txt'));
    if (!isWithin(box, rect(one('.tray')))) faults.push(`${name} leaves the tray`);
    for (const other of cells.slice(index + 1)) if (overlap(box, rect(other))) faults.push(`${name} lies over another`);
    const room = cell.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    prices.forEach((price, at) => {
      const figure = price.lastElementChild!;
      if (!isWithin(rect(price), box)) faults.push(`${name}: its figure is cut`);
      const along = document.querySelector('.board--vertical') ? rect(figure).height : rect(figure).width;
      if (along > room + SLACK) faults.push(`${name}: its figure is ${Math.round(along)} px wide in ${Math.round(room)}`);
      if (overlap(rect(label), rect(price))) faults.push(`${name}: label and figure collide`);
      const side = price.querySelector('.price__side');
      if (side && overlap(rect(side), rect(figure))) faults.push(`${name}: a word lies over its figure`);
      for (const other of prices.slice(at + 1))
        if (overlap(rect(price), rect(other))) faults.push(`${name}: its figures collide`);
    });
    texts.forEach((text, at) => {
      if (!isWithin(rect(text), box)) faults.push(`${name}: its label leaves it`);
      if (isCut(text)) faults.push(`${name}: its label is cut`);
      const takesTurns = document.querySelector('.tray--turns');
      for (const other of texts.slice(at + 1))
        if (!takesTurns && overlap(rect(text), rect(other))) faults.push(`${name}: its languages lie over each other`);
    });
  });

  const size = parseFloat(getComputedStyle(one('.price')).fontSize);
  if (!(size >= 20)) faults.push(`figures of ${size} px`);
  const first = Array.from(document.querySelectorAll('.price'), (price) => getComputedStyle(price).fontSize);
  if (new Set(first).size !== 1) faults.push('figures of different sizes');
  return faults;
}
