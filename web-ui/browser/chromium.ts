import { existsSync } from 'node:fs';

/** The browser of the tests; undefined where there is none. */
export const CHROMIUM = [process.env.BDM_CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);

export const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // nothing is drawn by a process of its own, and pictures are put together without an emulated graphics card
  '--in-process-gpu',
  '--disable-gpu-compositing',
  '--disable-software-rasterizer',
];

/** Are pictures of the pages wanted, for people who design them? No test looks at one. */
export const TAKES_PICTURES = process.env.BDM_PICTURES === 'true';
