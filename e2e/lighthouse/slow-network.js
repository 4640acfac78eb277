// Opens pages over a slow network, as the DevTools protocol slows it down, and prints when what they are for can be
// read, what was loaded until then, and what the whole visit loads: `node e2e/lighthouse/slow-network.js` in the repository's folder, after `npm ci`.
// Every visit is cold, in a browser context of its own. Ends with 1 if the product list is readable too late.
import { parseArgs } from 'node:util';
import { chromium } from 'playwright';
import { findBrowser } from '../../scripts/find-browser.js';
import { startShop } from './start-shop.js';

const { values } = parseArgs({
  options: {
    kbit: { type: 'string', default: '400' },
    delay: { type: 'string', default: '400' },
    rounds: { type: 'string', default: '3' },
  },
});
const ROUNDS = Number(values.rounds);
const BYTES_PER_SECOND = (Number(values.kbit) * 1_000) / 8;
/** The product list must be readable within this time at 400 kbit/s with 400 ms of delay. */
const LIST_MS = 5_500;
/** A visit ends after so long without a request or data; the live stream does not count. */
const QUIET_MS = 4_000;
const MOST_MS = 120_000;

const WIDTHS = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
  desktop: { viewport: { width: 1440, height: 900 } },
};
const PRODUCTS = 'ul[aria-label] a[href*="/product/"]';
/** `wanted`: what the page is for, once its data has come; prerendered pages show skeletons there. */
const PAGES = [
  // What a new buyer sees first: the shop window, without a sign-in.
  { name: 'agent’s link', phone: 'link', wanted: PRODUCTS, isVisitor: true },
  { name: 'home', phone: '/mobile/index', desktop: '/client/main', wanted: PRODUCTS },
  {
    name: 'list',
    phone: '/mobile/purchase-account',
    desktop: '/client/purchase-account',
    wanted: PRODUCTS,
    mostMs: LIST_MS,
  },
  { name: 'product', phone: 'product', desktop: 'product', wanted: 'article h1' },
  {
    name: 'top-up',
    phone: '/mobile/amount-recharge',
    desktop: '/client/amount-recharge',
    wanted: '[data-testid=own-address]',
  },
  {
    name: 'orders',
    phone: '/mobile/purchase-record',
    desktop: '/client/purchase-record',
    wanted: 'time[datetime]',
  },
];
/** By the protocol's type of a resource. */
const KINDS = {
  Document: 'HTML',
  Script: 'scripts',
  Stylesheet: 'styles',
  Fetch: 'API',
  XHR: 'API',
  EventSource: 'API',
  Font: 'fonts',
  Image: 'pictures',
};
const COLUMNS = ['HTML', 'scripts', 'styles', 'API', 'fonts', 'pictures', 'other'];

const executablePath = findBrowser();
if (executablePath === null) throw new Error('No Chromium was found: name one in CHROMIUM_PATH');
const shop = await startShop();
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] });
const missed = [];
try {
  const kept = await shop.signInBuyer();
  const productPath = await shop.orderOnce(kept);
  const found = { product: productPath, link: await shop.findAgentLink() };
  const until = ['readable s', 'requests until then', 'kB until then'];
  const head = ['page', 'width', 'as', ...until, 'requests', 'kB', ...COLUMNS.map((kind) => `${kind} kB`)];
  printRow(head);
  printRow(head.map(() => '---'));
  for (const page of PAGES)
    for (const width of Object.keys(WIDTHS).filter((one) => page[one])) {
      const path = found[page[width]] ?? page[width];
      const visits = [];
      for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(page, width, path, kept));
      report(page, width, visits);
    }
  for (const miss of missed) process.stdout.write(`missed: ${miss}\n`);
  process.exitCode = missed.length === 0 ? 0 : 1;
} finally {
  await browser.close();
  await shop.stop();
}

/** One cold visit by the sandbox's buyer, or by a visitor. */
async function visit({ wanted, isVisitor = false }, width, path, kept) {
  const context = await browser.newContext({ ...WIDTHS[width], locale: 'en' });
  try {
    const page = await context.newPage();
    if (!isVisitor) await page.addInitScript((text) => localStorage.setItem('portside', text), kept);
    await page.addInitScript(watchFor, wanted);
    const protocol = await context.newCDPSession(page);
    const traffic = await countTraffic(protocol);
    await protocol.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: Number(values.delay),
      downloadThroughput: BYTES_PER_SECOND,
      uploadThroughput: BYTES_PER_SECOND,
    });
    await page.goto(shop.origin + path, { waitUntil: 'commit', timeout: MOST_MS });
    const readable = await page.waitForFunction(() => globalThis.readableMs, null, { timeout: MOST_MS });
    const before = traffic.sum();
    await traffic.quiet();
    if (new URL(page.url()).pathname !== path.split('?')[0]) throw new Error(`${path} led to ${page.url()}`);
    return { readableMs: await readable.jsonValue(), before, ...traffic.sum() };
  } finally {
    await context.close();
  }
}

/** Runs in the page: notes when the first of these elements was painted, outside of what is not usable yet. */
function watchFor(selector) {
  const look = () => {
    const found = document.querySelector(`:is(${selector}):not([inert] *)`);
    if (found?.checkVisibility()) requestAnimationFrame(() => (globalThis.readableMs = performance.now()));
    else requestAnimationFrame(look);
  };
  look();
}

/** Requests and received bytes, headers included, by kind; data: URLs excluded. */
async function countTraffic(protocol) {
  const asked = new Map();
  let lastAt = performance.now();
  const happened = (requestId, change) => {
    const one = asked.get(requestId);
    if (!one) return;
    change(one);
    lastAt = performance.now();
  };
  protocol.on('Network.requestWillBeSent', ({ requestId, request, type }) => {
    if (!request.url.startsWith('http')) return;
    asked.set(requestId, { kind: KINDS[type] ?? 'other', bytes: 0 });
    lastAt = performance.now();
  });
  protocol.on('Network.responseReceived', ({ requestId, response }) =>
    happened(requestId, (one) => (one.bytes = response.encodedDataLength)),
  );
  // What has arrived so far: large answers may still be under way when the page can be read.
  protocol.on('Network.dataReceived', ({ requestId, encodedDataLength }) =>
    happened(requestId, (one) => (one.bytes += encodedDataLength)),
  );
  protocol.on('Network.loadingFinished', ({ requestId, encodedDataLength }) =>
    happened(requestId, (one) => (one.bytes = encodedDataLength)),
  );
  await protocol.send('Network.enable');
  return { quiet, sum };

  function sum() {
    const bytes = Object.fromEntries(COLUMNS.map((kind) => [kind, 0]));
    for (const one of asked.values()) bytes[one.kind] += one.bytes;
    return { requests: asked.size, bytes };
  }

  async function quiet() {
    while (performance.now() - lastAt < QUIET_MS) await sleep(QUIET_MS / 10);
  }
}

function sleep(ms) {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}

function report({ name, mostMs = Infinity, isVisitor = false }, width, visits) {
  const readableMs = median(visits.map((one) => one.readableMs));
  const kbOf = (kind) => median(visits.map(({ bytes }) => bytes[kind])) / 1_000;
  const totalOf = ({ bytes }) => Object.values(bytes).reduce((sum, one) => sum + one);
  const kb = (all) => (median(all.map(totalOf)) / 1_000).toFixed(0);
  const before = visits.map((one) => one.before);
  const until = [median(before.map((one) => one.requests)), kb(before)];
  const requests = median(visits.map((one) => one.requests));
  const seconds = (readableMs / 1_000).toFixed(1);
  const sizes = COLUMNS.map((kind) => kbOf(kind).toFixed(0));
  const reader = isVisitor ? 'visitor' : 'buyer';
  printRow([name, width, reader, seconds, ...until, requests, kb(visits), ...sizes]);
  if (readableMs > mostMs)
    missed.push(`${name}, ${width}: readable after ${seconds} s > ${mostMs / 1_000} s`);
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

function printRow(cells) {
  process.stdout.write(`| ${cells.join(' | ')} |\n`);
}
