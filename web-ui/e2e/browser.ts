// What a person is asked to check stands here, and the tests call it.
/* oxlint-disable vitest/no-standalone-expect */
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { expect } from 'vitest';
import { axeFindings } from '../browser/axe';
import { CHROMIUM, FLAGS, TAKES_PICTURES } from '../browser/chromium';
import { faintTexts } from '../browser/contrast';
import { keepStill } from '../browser/still';

/** Pictures of the pages, for people who design them. */
export const SCREENS = fileURLToPath(new URL('../../target/screens', import.meta.url));

export const HAS_BROWSER = CHROMIUM !== undefined;

/** Starts a browser; the caller closes it. */
export function launch(...flags: string[]): Promise<Browser> {
  return chromium.launch({ executablePath: CHROMIUM!, args: [...FLAGS, ...flags] });
}

/** A person before a browser: what he sees, and what the console says that he does not see. */
export class Person {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly complaints: string[] = [];
  /** addresses outside of the server's own origin that the pages asked */
  readonly foreign: string[] = [];
  private readonly address: string;

  private constructor(context: BrowserContext, page: Page, address: string) {
    this.context = context;
    this.page = page;
    this.address = address;
    page.setDefaultTimeout(20_000);
    page.on('console', (message) => {
      if (message.type() === 'error' && !/ 40[13] /.test(message.text()))
        this.complaints.push(`${message.text()} ${message.location().url}`);
    });
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    page.on('request', (request) => {
      if (!request.url().startsWith(address) && !/^(data|blob):/.test(request.url()))
        this.foreign.push(request.url());
    });
  }

  static async at(
    browser: Browser,
    address: string,
    { width = 1280, colorScheme = 'light' as 'light' | 'dark' } = {},
  ): Promise<Person> {
    const context = await browser.newContext({
      viewport: { width, height: 900 },
      colorScheme,
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await keepStill(page);
    return new Person(context, page, address);
  }

  async logIn(token: string): Promise<void> {
    await this.page.goto(this.address);
    await this.page.getByLabel('Token', { exact: true }).fill(token);
    await this.page.keyboard.press('Enter');
    await this.page.getByRole('heading', { name: 'Overview' }).waitFor();
  }

  async open(path: string): Promise<void> {
    await this.page.goto(this.address + path);
  }

  /** Returns when nothing has been loading for half a second: what is loaded may show what has to be loaded next. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      await this.page.waitForTimeout(100);
      if ((await this.page.getByText(/^Loading /).count()) > 0) quiet = -1;
    }
  }

  async shoot(name: string): Promise<void> {
    if (!TAKES_PICTURES) return;
    mkdirSync(SCREENS, { recursive: true });
    await this.page.screenshot({ path: `${SCREENS}/${name}.png`, fullPage: true, animations: 'disabled' });
  }

  /** Fails for what hinders people: sideways scrolling, faint texts, serious findings of axe. */
  async assertGoodPage(name: string): Promise<void> {
    await this.assertReadable(name);
    expect(await axeFindings(this.page), `${name} by axe`).toEqual([]);
  }

  /** Fails for what another width or theme can make worse: sideways scrolling, faint texts. */
  async assertReadable(name: string): Promise<void> {
    const tooWide = await this.page.evaluate(
      () => document.documentElement.scrollWidth > document.documentElement.clientWidth,
    );
    expect(tooWide, `${name} scrolls sideways`).toBe(false);
    expect(await faintTexts(this.page), `${name} has texts that are hard to read`).toEqual([]);
  }

  assertQuiet(): void {
    expect(this.complaints).toEqual([]);
    expect(this.foreign).toEqual([]);
  }
}
