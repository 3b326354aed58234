// The tests are made here of steps that stand elsewhere.
/* oxlint-disable vitest/no-standalone-expect, vitest/valid-title, vitest/expect-expect */
import { existsSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, errors, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { axeFindings } from './axe';
import { CHROMIUM, FLAGS, TAKES_PICTURES } from './chromium';
import { faintTexts } from './contrast';
import { MockServer, SESSION_COOKIE, type Route } from './mock-server';
import { Scene } from './scene';
import { keepStill } from './still';

const FOLDER = fileURLToPath(new URL('..', import.meta.url));
const SCREENSHOTS = `${FOLDER}target/screenshots`;
const HEIGHT = 900;
const SHAPES = [
  { width: 1280, scheme: 'light' },
  { width: 390, scheme: 'dark' },
] as const;

if (CHROMIUM === undefined) {
  console.warn(
    'SKIPPED: the pages were not tried in a browser, because there is no Chromium (apt-get install chromium)',
  );
}

type Measure = (name: string) => Promise<void>;

/** One test's browser, its page, and the server behind it. */
export class InBrowser {
  server!: MockServer;
  scene!: Scene;
  page!: Page;
  address!: string;
  /** what the console of the page said: errors, and what the content security policy refused */
  complaints: string[] = [];
  private browser!: Browser;
  private isLoggedIn = false;

  async launch(): Promise<void> {
    if (!existsSync(`${FOLDER}dist/index.html`))
      throw new Error('there is no dist: npm run build comes first');
    mkdirSync(SCREENSHOTS, { recursive: true });
    this.browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS });
  }

  async quit(): Promise<void> {
    await this.browser.close();
  }

  /** `more` is asked first, and the scene for what it does not know. */
  async begin(more: Route): Promise<void> {
    this.server = new MockServer(`${FOLDER}dist`);
    this.scene = new Scene(Date.now());
    this.server.route = (request) => more(request) ?? this.scene.answer(request.url, request.method);
    this.address = await this.server.start();
    this.complaints = [];
    await this.openPage();
  }

  async end(): Promise<void> {
    await this.page.context().close();
    await this.server.stop();
  }

  /** An empty page at a desk, light. */
  async openPage(): Promise<void> {
    this.isLoggedIn = false;
    const viewport = { width: SHAPES[0].width, height: HEIGHT };
    this.page = await this.browser.newPage({
      viewport,
      colorScheme: SHAPES[0].scheme,
      reducedMotion: 'reduce',
    });
    await keepStill(this.page);
    this.page.setDefaultTimeout(10_000);
    this.page.on('console', (message) => {
      // the first question who is logged in is answered with 401, which a browser always writes down
      if (message.type() === 'error' && !message.text().includes('401')) this.complaints.push(message.text());
    });
    this.page.on('pageerror', (error) => this.complaints.push(String(error)));
  }

  /** As a person does, from the first page. */
  async logIn(): Promise<void> {
    await this.page.goto(this.address);
    await this.page.getByLabel('Token', { exact: true }).fill('the-token');
    await this.page.getByRole('button', { name: 'Log in' }).click();
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
    this.isLoggedIn = true;
  }

  /** Opens an address such as `/jobs?show=running`, with a session if nobody logged in: most tests are not about the form. */
  async open(path: string): Promise<void> {
    if (!this.isLoggedIn) {
      const [name, value] = SESSION_COOKIE.split('=') as [string, string];
      await this.page.context().addCookies([{ name, value, url: this.address }]);
      this.isLoggedIn = true;
    }
    await this.page.goto(this.address + path);
  }

  /** Takes a picture, if these are wanted. */
  async shoot(name: string): Promise<void> {
    if (TAKES_PICTURES) await this.picture(name);
  }

  async picture(name: string): Promise<void> {
    await this.page.screenshot({
      path: `${SCREENSHOTS}/${name}.png`,
      fullPage: true,
      animations: 'disabled',
    });
  }

  /** Takes a picture, if these are wanted; fails for a page that scrolls sideways, has faint texts, or hinders people who hear it or use a keyboard. */
  async measure(name: string): Promise<void> {
    await this.shoot(name);
    await dialogsNamed(this.page);
    const tooWide = await this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(tooWide, `${name} scrolls sideways`).toBe(false);
    expect(await faintTexts(this.page), `${name} has texts that are hard to read`).toEqual([]);
    expect(await axeFindings(this.page), `${name} by axe`).toEqual([]);
  }

  /** The console said nothing, or only what has this in it. */
  assertNoComplaints(but = '\0'): void {
    expect(this.complaints.filter((text) => !text.includes(but))).toEqual([]);
  }

  row(name: string) {
    return this.page.getByRole('row', { name });
  }
}

/** Mantine names a dialog one step after it draws it. One that gets no name is left to axe. */
async function dialogsNamed(page: Page): Promise<void> {
  const named = () => document.querySelector('[role=dialog]:not([aria-labelledby], [aria-label])') === null;
  await page.waitForFunction(named, undefined, { timeout: 2_000 }).catch((failure: unknown) => {
    if (!(failure instanceof errors.TimeoutError)) throw failure;
  });
}

/** Tests in a real browser, under a strict content security policy; skipped, and it says so, where there is none. */
export function describeInBrowser(
  name: string,
  tests: (at: InBrowser) => void,
  more: Route = () => undefined,
): void {
  describe.skipIf(CHROMIUM === undefined)(name, () => {
    const at = new InBrowser();
    beforeAll(() => at.launch());
    afterAll(() => at.quit());
    beforeEach(async () => {
      await at.begin(more);
      return () => at.end();
    });
    tests(at);
  });
}

/**
 * The same steps at a desk and on a phone, the one light and the other dark: e2e/demo.test.ts has each page in all four shapes. Each picture is
 * named after width and colours.
 */
export function testEveryShape(
  at: InBrowser,
  name: string,
  steps: (measure: Measure) => Promise<void>,
): void {
  for (const { width, scheme } of SHAPES) {
    test(`${name}: ${width} pixels, ${scheme}`, async () => {
      await at.page.setViewportSize({ width, height: HEIGHT });
      await at.page.emulateMedia({ colorScheme: scheme });
      try {
        await steps((picture) => at.measure(`${picture}-${width}-${scheme}`));
      } catch (failure) {
        await at.picture(`failed-${name.replace(/\W+/g, '-')}-${width}-${scheme}`);
        throw failure;
      }
    });
  }
}
