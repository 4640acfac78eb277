import { defineConfig } from '@playwright/test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { requireNode24 } from '../scripts/require-node.js';

type Shop = { readonly port: string; readonly dataDir: string };

requireNode24();
const root = join(import.meta.dirname, '..');
// Every worker reads the configuration again, so the first reading's choices are passed on.
const firstPort = 20_000 + Math.floor(Math.random() * 12_000);
process.env['E2E_SHOPS'] ??= JSON.stringify(
  Array.from({ length: Number(process.env['E2E_WORKERS'] ?? 1) }, (_, index): Shop => ({
    port: String(firstPort + index),
    dataDir: newFolder(),
  })),
);
// What is tried in turn.
process.env['TEST_SEED'] ??= String(Date.now() % 1_000_000);
/** TEST_IN_TURN=1: a journey for both widths runs at one of them, as the seed decides. */
const both =
  process.env['TEST_IN_TURN'] !== '1'
    ? ['desktop', 'phone']
    : [Number(process.env['TEST_SEED']) % 2 === 0 ? 'desktop' : 'phone'];
const shops: readonly Shop[] = JSON.parse(process.env['E2E_SHOPS']);
const ownShop = shops[Number(process.env['TEST_PARALLEL_INDEX'] ?? 0)];
if (ownShop === undefined) throw new Error('a worker has no shop: set E2E_WORKERS instead of --workers');
process.env['E2E_DATA_DIR'] = ownShop.dataDir;
const BOT_TOKEN = '700700:AAbbCCddEEffGGhhIIjjKKllMMnnOOpp';
/** Where the shop's bot finds what stands in for Telegram. */
const botPortOf = (shop: Shop): string => String(Number(shop.port) - 5_000);
const botApiOf = (shop: Shop): string => `http://127.0.0.1:${botPortOf(shop)}`;
process.env['E2E_BOT_API'] = botApiOf(ownShop);

/**
 * Journeys click through the real shop in its sandbox: real server, database, local chains and mailbox. Every worker
 * has a shop of its own, and takes the next file when it has finished one. E2E_WORKERS says how many there are.
 */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: join(root, 'test-results'),
  // Limits against hanging: a slow, busy machine needs several times as long as an idle one.
  timeout: 240_000,
  expect: { timeout: 60_000 },
  workers: shops.length,
  // On a busy machine a journey may time out once; a fault fails it twice. `npm test` lists what passed only on the
  // retry as flaky, to be fixed: the journey or the shop has a fault.
  retries: process.env['CI'] ? 1 : 0,
  reporter: [['list'], ['json']],
  use: {
    baseURL: `http://127.0.0.1:${ownShop.port}`,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  // Animations take a fifth of the processor time: only the files that ask for them have them.
  projects: [
    {
      name: 'desktop',
      testIgnore: both.includes('desktop') ? /phone/ : /phone|both/,
      use: { viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'reduce' } },
    },
    {
      name: 'phone',
      testMatch: both.includes('phone') ? /phone|both/ : /phone/,
      use: {
        viewport: { width: 390, height: 844 },
        hasTouch: true,
        isMobile: true,
        contextOptions: { reducedMotion: 'reduce' },
      },
    },
  ],
  webServer: shops.flatMap((shop) => [
    {
      command: `"${process.execPath}" scripts/test/bot-api.ts`,
      cwd: root,
      url: `${botApiOf(shop)}/sent`,
      env: { ...definedOnly(process.env), BOT_TOKEN, BOT_API_PORT: botPortOf(shop) },
    },
    {
      command: `"${process.execPath}" scripts/test/start-shop.ts`,
      cwd: root,
      url: `http://127.0.0.1:${shop.port}/healthz`,
      timeout: 240_000,
      stdout: 'pipe' as const,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
      // Without history: journeys count what they did themselves.
      env: {
        ...definedOnly(process.env),
        PORT: shop.port,
        DATA_DIR: shop.dataDir,
        E2E_DATA_DIR: shop.dataDir,
        LOG_LEVEL: 'warn',
        // Lets journeys name the address they come from.
        TRUSTED_PROXIES: '127.0.0.1',
        TELEGRAM_BOT_TOKEN: BOT_TOKEN,
        TELEGRAM_API_URL: botApiOf(shop),
        SANDBOX: process.env['SANDBOX'] ?? 'empty',
      },
    },
  ]),
});

/** Removed when this process exits: shops are stopped after a `globalTeardown`, and write until then. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-e2e-'));
  process.once('exit', () => removeFolder(folder));
  return folder;
}

function removeFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  } catch {
    // A chain that outlived its shop may still write there; only the journeys' result counts.
  }
}

function definedOnly(env: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
