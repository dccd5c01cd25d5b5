import { TestEnvironment } from 'jest-environment-jsdom';

/** A browser's page for specs: jsdom, with what the web app uses and jsdom lacks. Each spec imitates the network itself. */
export default class WebEnvironment extends TestEnvironment {
  async setup() {
    await super.setup();
    const page = this.global;
    page.TextEncoder = TextEncoder;
    page.matchMedia = () => ({ matches: false, addEventListener: () => undefined, removeEventListener: () => undefined });
    page.isSecureContext = true;
    page.document.fonts = Object.assign(new page.EventTarget(), { ready: Promise.resolve() });
    page.ResizeObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    };
    page.PerformanceObserver = page.ResizeObserver;
    page.IntersectionObserver = PageWithoutHeight;
    page.scrollTo = () => undefined;
    page.URL.createObjectURL = (file) => `blob:${file.name}`;
    page.URL.revokeObjectURL = () => undefined;
    // Here nothing is drawn, and nothing is ever decoded or played by itself.
    page.HTMLCanvasElement.prototype.getContext = () => null;
    page.HTMLImageElement.prototype.decode = () => new Promise(() => undefined);
    page.HTMLMediaElement.prototype.load = () => undefined;
    page.HTMLMediaElement.prototype.pause = () => undefined;
    page.HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
    page.HTMLElement.prototype.scrollIntoView = () => undefined;
    page.IS_REACT_ACT_ENVIRONMENT = true;
    page.getComputedStyle = computedStyles(page);
    for (const name of ['Button', 'Input', 'Select', 'TextArea']) findLabelsFast(page[`HTML${name}Element`].prototype);
  }
}

/** Here everything is as near to the screen as can be, and nothing crosses a line in it, for which the margin is below zero. */
class PageWithoutHeight {
  constructor(told, { rootMargin }) {
    this.observe = (target) => rootMargin.includes('-') || queueMicrotask(() => told([{ target, isIntersecting: true }]));
    this.disconnect = () => undefined;
  }
}

/**
 * jsdom works out all properties of an element, and of those around it, whenever one is asked for. A look for a role asks for hundreds,
 * but only whether elements are shown. Where a page has style sheets of its own, jsdom answers.
 */
function computedStyles(page) {
  const jsdoms = page.getComputedStyle;
  const bare = new Map();
  const inherited = { visibility: 'visible', pointerEvents: 'auto' };

  /** jsdom's own style sheet sets neither. */
  function inheritedBy(element, name) {
    for (let each = element; each; each = each.parentElement) {
      const own = each.hasAttribute('style') && each.style[name];
      if (own) return own;
    }
    return inherited[name];
  }

  function ofTag({ namespaceURI, localName }) {
    const tag = `${namespaceURI} ${localName}`;
    if (!bare.has(tag)) bare.set(tag, jsdoms(page.document.createElementNS(namespaceURI, localName)));
    return bare.get(tag);
  }

  return (element, pseudo) => {
    // Of these jsdom's style sheet says more than by their tags.
    const isSpecial = element.matches('[hidden], [type="hidden"], dialog, rt, rp');
    if (pseudo || isSpecial || page.document.styleSheets.length > 0) return jsdoms(element, pseudo);
    const hasStyle = element.hasAttribute('style');
    let all;
    const whole = () => (all ??= hasStyle ? jsdoms(element) : ofTag(element));
    const known = (name) => {
      if (name in inherited) return inheritedBy(element, name);
      return name === 'display' ? (hasStyle && element.style.display) || ofTag(element).display : undefined;
    };
    const getPropertyValue = (property) => known(property) ?? whole().getPropertyValue(property);
    return new Proxy({ getPropertyValue }, { get: (own, name) => own[name] ?? known(name) ?? whole()[name] });
  };
}

/** jsdom goes through the whole page for each label of each field. */
function findLabelsFast(prototype) {
  const { get } = Object.getOwnPropertyDescriptor(prototype, 'labels');
  Object.defineProperty(prototype, 'labels', {
    get() {
      if (!this.isConnected || this.type === 'hidden') return get.call(this);
      const { ownerDocument: page } = this;
      return [...page.querySelectorAll('label')].filter((label) =>
        label.htmlFor ? page.getElementById(label.htmlFor) === this : label.control === this,
      );
    },
  });
}
