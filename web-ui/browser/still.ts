import type { Page } from 'playwright-core';

/** From its next document on nothing in the page fades or slides: a colour on its way to that of the other theme is of neither. */
export async function keepStill(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // no policy of the page concerns a sheet that is made by the browser's debugger
    const still = new CSSStyleSheet();
    still.replaceSync('*, ::before, ::after { transition: none !important }');
    document.adoptedStyleSheets.push(still);
  });
}

/** Returns when the page has the colours of this theme: it hears of the change with one of its next frames. */
export async function wear(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.waitForFunction(
    (wanted) => document.documentElement.dataset.mantineColorScheme === wanted,
    colorScheme,
  );
}
