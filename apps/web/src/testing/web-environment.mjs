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
    page.scrollTo = () => undefined;
    page.URL.createObjectURL = (file) => `blob:${file.name}`;
    page.URL.revokeObjectURL = () => undefined;
    // Here nothing is ever decoded or played by itself.
    page.HTMLImageElement.prototype.decode = () => new Promise(() => undefined);
    page.HTMLMediaElement.prototype.load = () => undefined;
    page.HTMLMediaElement.prototype.pause = () => undefined;
    page.HTMLMediaElement.prototype.play = () => new Promise(() => undefined);
    page.HTMLElement.prototype.scrollIntoView = () => undefined;
    page.IS_REACT_ACT_ENVIRONMENT = true;
  }
}
