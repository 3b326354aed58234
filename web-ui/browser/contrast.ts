import type { Page } from 'playwright-core';

/** Texts whose contrast to what is behind them is below 4.5 (WCAG 2.2 AA); what is disabled does not count. */
export function faintTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    type Colour = [number, number, number, number];
    const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    // a page has thousands of texts in few colours, and reading a pixel back is slow
    const known = new Map<string, Colour>();
    const painted = (css: string): Colour => {
      canvas.clearRect(0, 0, 1, 1);
      canvas.fillStyle = css;
      canvas.fillRect(0, 0, 1, 1);
      const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
      return [red, green, blue, alpha / 255];
    };
    const colourOf = (css: string): Colour => {
      const colour = known.get(css) ?? painted(css);
      known.set(css, colour);
      return colour;
    };
    const over = (front: Colour, back: Colour): Colour => {
      const mix = (index: 0 | 1 | 2) => front[index] * front[3] + back[index] * (1 - front[3]);
      return [mix(0), mix(1), mix(2), 1];
    };
    const backs = new Map<Element, Colour>();
    const behind = (element: Element | null): Colour => {
      if (element === null) return colourOf(getComputedStyle(document.body).backgroundColor);
      const seen = backs.get(element);
      if (seen !== undefined) return seen;
      const own = colourOf(getComputedStyle(element).backgroundColor);
      const back = own[3] === 1 ? own : over(own, behind(element.parentElement));
      backs.set(element, back);
      return back;
    };
    const light = ([red, green, blue]: Colour): number => {
      const linear = (value: number) =>
        value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4;
      return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue);
    };
    const faint: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const element = node.parentElement!;
      const text = node.textContent!.trim();
      if (
        text === '' ||
        !element.checkVisibility() ||
        element.closest(':disabled, noscript, script') !== null
      )
        continue;
      const back = behind(element);
      const front = over(colourOf(getComputedStyle(element).color), back);
      const [more, less] = [light(front), light(back)].toSorted((a, b) => b - a) as [number, number];
      const contrast = (more + 0.05) / (less + 0.05);
      if (contrast < 4.5) faint.push(`${contrast.toFixed(1)}: ${text}`);
    }
    return faint;
  });
}
