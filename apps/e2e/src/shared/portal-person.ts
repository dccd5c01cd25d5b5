/// <reference lib="dom" />
import { afterAll, beforeAll } from '@jest/globals';
import type { ShopDashboard } from '@sarafa/contracts';
import { launchChromium, type SignedInCaller, skipLoadingScreen } from '@sarafa/testing';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { barriers } from './barriers.js';
import { ADMIN, harness, type Harness, type HarnessOptions } from './harness.js';

/** Phone, tablet and desktop (rule 10.15). */
export type Width = 390 | 800 | 1440;
/** The width of most journeys: `Person.faults` looks at a desktop too. On a tablet only the look of the screens is checked. */
export const PHONE = 390;
export const TABLET = 800;
const HEIGHTS: Record<Width, number> = { 390: 844, 800: 1_100, 1440: 900 };

/** The product, its first admin, and a browser, for all journeys of a file. */
export interface Portal {
  w: Harness;
  browser: Browser;
  admin: SignedInCaller;
}

/** The fields are set when the first journey begins. */
export function portal(options?: HarnessOptions): Portal {
  const opened = {} as Portal;
  beforeAll(async () => {
    [opened.w, opened.browser] = await Promise.all([harness(options), launchChromium()]);
    opened.admin = await opened.w.admin();
  }, 60_000);
  afterAll(async () => {
    await opened.browser.close();
    await opened.w.end();
  });
  return opened;
}

/** A person in front of the portal, on a screen of one width. Records the console's complaints. */
export class Person {
  readonly complaints: string[] = [];
  /** Of the boards that were opened beside. */
  private readonly screens: BrowserContext[] = [];

  /** Signed in as `as`, or not signed in. `screen` says what is different from the usual screen of that width. */
  static async at(
    { browser, w }: Portal,
    width: Width,
    as?: SignedInCaller,
    screen: BrowserContextOptions = {},
  ): Promise<Person> {
    const kept = as && { token: as.token, role: as.role, userId: as.userId };
    const localStorage = Object.entries(kept ?? {}).map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({
      baseURL: w.product.url,
      storageState: { cookies: [], origins: [{ origin: w.product.url, localStorage }] },
      viewport: { width, height: HEIGHTS[width] },
      hasTouch: width < 768,
      // Without the background film, which would be drawn without a graphics processor.
      reducedMotion: 'reduce',
      ...screen,
    });
    return new Person(context, await context.newPage(), width);
  }

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly width: Width,
  ) {
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) this.complaints.push(`${message.text()} (${message.location().url})`);
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  get isPhone(): boolean {
    return this.width < 768;
  }

  path(): string {
    const { pathname, search } = new URL(this.page.url());
    return pathname + search;
  }

  async opens(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  async signIn(username: string = ADMIN.username, password: string = ADMIN.password): Promise<void> {
    await this.page.goto('/login');
    await this.page.getByLabel('Username').fill(username);
    await this.page.getByLabel('Password', { exact: true }).fill(password);
    await this.page.keyboard.press('Enter');
    await this.page.waitForURL((url) => url.pathname !== '/login');
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Filters the list, because shops are shown in pages. */
  async find(name: string): Promise<void> {
    await this.page.getByLabel('Find a shop').fill(name);
    await this.page.getByText(name, { exact: true }).first().waitFor();
  }

  /** Opens a shop's board in a window of its own, because a tab in the background is hardly drawn. */
  async opensBoard(shopId: string): Promise<Page> {
    const screen = await this.context
      .browser()!
      .newContext({ baseURL: new URL(this.page.url()).origin, reducedMotion: 'reduce' });
    this.screens.push(screen);
    const board = await screen.newPage();
    await skipLoadingScreen(board);
    await board.goto(`/public-view/${shopId}`);
    await board.waitForSelector('.cell--18');
    return board;
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }

  /** Waits for a message. */
  async isNotified(text: string): Promise<void> {
    await this.page.locator('.notice', { hasText: text }).first().waitFor();
  }

  async answers(question: string, button: string): Promise<void> {
    const dialog = this.page.getByRole('alertdialog');
    await dialog.getByText(question, { exact: true }).waitFor();
    await dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /**
   * The faults of the current screen: accessibility violations, horizontal scrolling, cut words, unexpected complaints. What a phone
   * shows is looked at with larger letters, and on a desktop too, whose other controls the specs of the components prove.
   */
  async faults(...expected: RegExp[]): Promise<string[]> {
    const found = await this.faultsHere(expected);
    if (!this.isPhone) return found;
    found.push(...(await this.page.evaluate(faultsOfLargeLetters)));
    await this.resizes(1440);
    found.push(...(await this.faultsHere(expected)).map((fault) => `on a desktop: ${fault}`));
    await this.resizes(this.width);
    return found;
  }

  private async faultsHere(expected: readonly RegExp[]): Promise<string[]> {
    const tooWide = await this.page.evaluate('document.documentElement.scrollWidth - innerWidth');
    return [
      ...(await barriers(this.page)),
      ...(Number(tooWide) > 0 ? [`${tooWide} px too wide`] : []),
      ...(await this.page.evaluate(cutChoices)),
      ...this.complaints.filter((complaint) => !expected.some((one) => one.test(complaint))),
    ];
  }

  /** Until the screen is laid out for it. */
  private async resizes(width: Width): Promise<void> {
    await this.page.setViewportSize({ width, height: HEIGHTS[width] });
    await this.page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))));
  }

  async leaves(): Promise<void> {
    await Promise.all([...this.screens, this.context].map((context) => context.close()));
  }
}

/** Options of a field that is too narrow to show them. Runs in the page. */
function cutChoices(): string[] {
  const pen = document.createElement('canvas').getContext('2d')!;
  return [...document.querySelectorAll('select')].flatMap((field) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(field);
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
    pen.font = font;
    const isCut = ({ text }: HTMLOptionElement) => pen.measureText(text).width > room + 1;
    return field.checkVisibility() ? [...field.options].filter(isCut).map(({ text }) => `${text} is cut`) : [];
  });
}

/** What has no room where somebody has set letters of one and a half times the usual size. Runs in the page. */
function faultsOfLargeLetters(): string[] {
  const { documentElement: page } = document;
  page.style.fontSize = '150%';
  const tooWide = page.scrollWidth - innerWidth;
  const labels = [...document.querySelectorAll('.mantine-Button-label')].filter((label) => label.checkVisibility());
  const cut = labels.filter((label) => label.scrollWidth > label.clientWidth + 1).map((label) => `${label.textContent} is cut`);
  page.style.fontSize = '';
  return [...(tooWide > 0 ? [`${tooWide} px too wide`] : []), ...cut].map((fault) => `with large letters: ${fault}`);
}

/** The console's line about a failed request that a journey causes on purpose. */
export function refused(status: number, path = ''): RegExp {
  return new RegExp(`^Failed to load resource: .* ${status} .*${path}`);
}

export const SHOP_PASSWORD = 'gold and silver';

export async function newShop(admin: SignedInCaller, shop_name: string): Promise<ShopDashboard> {
  const username = shop_name.toLowerCase().replace(/\W+/g, '.');
  const { body } = await admin.call('post', '/user/create', { username, password: SHOP_PASSWORD, shop_name });
  return (body as { user: ShopDashboard }).user;
}
