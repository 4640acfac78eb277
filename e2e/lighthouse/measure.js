// Measures the built pages as Lighthouse sees them: `npm ci && npm run lighthouse` in this folder, after `npm ci`
// in the repository's own, or `npm run lighthouse -- /login` for some pages only. Each three times, the median counts.
// Ends with 1 if a target is missed.
import lighthouse, { desktopConfig } from 'lighthouse';
import puppeteer from 'puppeteer-core';
import { findBrowser } from '../../scripts/find-browser.js';
import { startShop } from './start-shop.js';

const RUNS = 3;
/** The live stream never falls silent, and Lighthouse would wait for that. */
const MOST_MS = 15_000;
const TARGETS = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
const FIGURES = {
  'FCP s': ['first-contentful-paint', 1_000, 1],
  'LCP s': ['largest-contentful-paint', 1_000, 1],
  'TBT ms': ['total-blocking-time', 1, 0],
  CLS: ['cumulative-layout-shift', 1, 3],
  kB: ['total-byte-weight', 1_000, 0],
};
const PAGES = [
  // Before the buyer has ordered for the first time.
  { path: '/mobile/purchase-record', profile: 'phone', isSignedIn: true, isPrivate: true, isNew: true },
  { path: '/client/purchase-account', profile: 'desktop', isSignedIn: false },
  { path: '/client/purchase-account', profile: 'desktop', isSignedIn: true },
  { path: '/login', profile: 'phone', isSignedIn: false },
  // An agent's link: the shop window.
  { path: 'link', profile: 'phone', isSignedIn: false },
  { path: '/mobile/index', profile: 'phone', isSignedIn: true },
  { path: '/mobile/purchase-account', profile: 'phone', isSignedIn: true },
  { path: 'product', profile: 'phone', isSignedIn: false },
  { path: '/mobile/amount-recharge', profile: 'phone', isSignedIn: true, isPrivate: true },
  { path: '/mobile/purchase-record', profile: 'phone', isSignedIn: true, isPrivate: true },
  { path: '/client/amount-recharge', profile: 'desktop', isSignedIn: true, isPrivate: true },
  { path: '/client/purchase-record', profile: 'desktop', isSignedIn: true, isPrivate: true },
];

const asked = process.argv.slice(2);
const unknown = asked.filter((path) => !PAGES.some((page) => page.path === path));
if (unknown.length > 0) throw new Error(`no such page: ${unknown.join(', ')}`);

const executablePath = findBrowser();
if (executablePath === null) throw new Error('No Chromium was found: name one in CHROMIUM_PATH');
const shop = await startShop();
const args = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
];
const browser = await puppeteer.launch({ executablePath, args });
try {
  const kept = await shop.signInBuyer();
  const head = ['page', 'profile', 'as', ...Object.keys(TARGETS), ...Object.keys(FIGURES), 'machine'];
  printRow(head);
  printRow(head.map(() => '---'));
  const missed = [];
  let hasOrdered = false;
  for (const page of PAGES.filter(({ path }) => asked.length === 0 || asked.includes(path))) {
    if (page.isSignedIn && !page.isNew && !hasOrdered) {
      await shop.orderOnce(kept);
      hasOrdered = true;
    }
    const { cells, misses } = summarise(page, await measureOften(page, kept));
    printRow(cells);
    missed.push(...misses.map((miss) => `${page.path}, ${page.profile}: ${miss}`));
  }
  for (const miss of missed) process.stdout.write(`missed: ${miss}\n`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await shop.stop();
}

async function measureOften(page, kept) {
  const results = [];
  for (let run = 0; run < RUNS; run += 1) results.push(await measure(page, kept));
  return results;
}

/** One cold visit: a new context has an empty cache and at most the sign-in in its storage. */
async function measure({ path: wanted, profile, isSignedIn, isPrivate = false }, kept) {
  const path = await findAddress(wanted);
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${shop.origin}/robots.txt`);
  if (isSignedIn) await page.evaluate((text) => localStorage.setItem('portside', text), kept);
  const flags = {
    logLevel: 'error',
    disableStorageReset: true,
    maxWaitForLoad: MOST_MS,
    onlyCategories: Object.keys(TARGETS),
    // Pages of a buyer's own tell search engines to stay away.
    skipAudits: isPrivate ? ['is-crawlable'] : [],
  };
  const config = profile === 'desktop' ? desktopConfig : undefined;
  const { lhr } = await lighthouse(shop.origin + path, flags, config, page);
  await context.close();
  if (lhr.runtimeError) throw new Error(`${path}: ${lhr.runtimeError.message}`);
  if (new URL(lhr.finalDisplayedUrl).pathname !== path.split('?')[0])
    throw new Error(`${path} led to ${lhr.finalDisplayedUrl}`);
  return lhr;
}

async function findAddress(wanted) {
  if (wanted === 'link') return await shop.findAgentLink();
  if (wanted !== 'product') return wanted;
  const answer = await fetch(`${shop.origin}/api/goods?limit=1`);
  const { data } = await answer.json();
  return `/product/${data.items[0].slug}`;
}

function summarise({ path, profile, isSignedIn, isNew = false }, results) {
  const scores = Object.keys(TARGETS).map((name) =>
    Math.round(median(results.map(({ categories }) => categories[name].score)) * 100),
  );
  const figures = Object.values(FIGURES).map(([audit, unit, digits]) =>
    (median(results.map(({ audits }) => audits[audit].numericValue)) / unit).toFixed(digits),
  );
  // Lighthouse's own measure of how fast the machine was meanwhile.
  const machine = Math.round(median(results.map(({ environment }) => environment.benchmarkIndex)));
  const reader = isNew ? 'new buyer' : isSignedIn ? 'buyer' : 'visitor';
  const misses = Object.entries(TARGETS).flatMap(([name, target], at) =>
    scores[at] >= target ? [] : [`${name} ${scores[at]} < ${target}`, ...reasonsOf(results.at(-1), name)],
  );
  return { cells: [path, profile, reader, ...scores, ...figures, machine], misses };
}

function median(values) {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
}

/** The audits that cost points, by name. */
function reasonsOf({ categories, audits }, name) {
  const counted = categories[name].auditRefs.filter(({ weight }) => weight > 0);
  const short = counted.filter(({ id }) => audits[id].score !== null && audits[id].score < 0.9);
  return short.map(({ id }) => `${name}: ${audits[id].title}`);
}

function printRow(cells) {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
