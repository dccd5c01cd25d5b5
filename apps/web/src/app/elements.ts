/** An element with its children; texts stay texts. */
export function element(tag: string, className: string, ...children: (Node | string)[]): HTMLElement {
  const made = document.createElement(tag);
  if (className) made.className = className;
  made.append(...children);
  return made;
}

export function picture(className: string, src: string, alt: string): HTMLElement {
  const made = element('img', className) as HTMLImageElement;
  made.src = src;
  made.alt = alt;
  return made;
}
