import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const USUAL_PLACES = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A Chromium for the journeys: the one named in CHROMIUM_PATH, Playwright's own, or the system's; else null. */
export function findBrowser() {
  const candidates = [process.env.CHROMIUM_PATH, chromium.executablePath(), ...USUAL_PLACES];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}
