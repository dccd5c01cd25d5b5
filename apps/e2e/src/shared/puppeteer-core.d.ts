/** The version that supports Chromium 79 has no types; these are the ones that specs need. */
declare module 'puppeteer-core' {
  type InPage<A extends unknown[], R> = (...args: A) => R | Promise<R>;

  export interface Page {
    on(event: 'console', listener: (message: { text(): string }) => void): void;
    on(event: 'pageerror', listener: (error: Error) => void): void;
    goto(url: string): Promise<unknown>;
    reload(): Promise<unknown>;
    waitForSelector(selector: string, options?: { timeout?: number }): Promise<unknown>;
    evaluate<A extends unknown[], R>(inPage: InPage<A, R>, ...args: A): Promise<R>;
    $eval<R>(selector: string, inPage: InPage<[HTMLElement], R>): Promise<R>;
    $$eval<R>(selector: string, inPage: InPage<[HTMLElement[]], R>): Promise<R>;
    screenshot(options: { path: string; quality?: number; fullPage?: boolean }): Promise<unknown>;
  }
  export interface Browser {
    newPage(): Promise<Page>;
    version(): Promise<string>;
    close(): Promise<void>;
  }
  const puppeteer: {
    launch(options: {
      executablePath: string;
      args: string[];
      defaultViewport: { width: number; height: number };
    }): Promise<Browser>;
  };
  export default puppeteer;
}
