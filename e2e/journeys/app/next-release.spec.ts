import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import {
  mkdtempSync,
  rmSync,
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../../scripts/test/free-port.ts';
import { Taps, topUpAndReturn } from '../../pages/first-purchase.ts';
import { waitForAfterPaint } from '../../pages/shop.ts';
import { createProduct } from '../../pages/new-product.ts';
import { newBuyer, openAs, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { buildPagesOnce } from '../../../scripts/pages-build.js';

/* A deploy while a page is open: two builds, one after the other on the same data and address. */

// A shop of its own, which others do not need to go on.
// oxlint-disable-next-line no-empty-pattern -- Playwright takes no other first parameter
test.use({ baseURL: async ({}, use) => use(`http://127.0.0.1:${await freePort()}`) });
// A build, and three starts of a shop: on a busy, slow machine the build alone takes four minutes.
test.setTimeout(900_000);

let dataDir: string;
let next: string;
let stop = async (): Promise<void> => {};
test.beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portside-deploy-'));
  next = mkdtempSync(join(tmpdir(), 'portside-release-'));
});
test.afterAll(async () => {
  await stop();
  for (const folder of [dataDir, next]) rmSync(folder, { recursive: true, force: true });
});

const NEW_TEXT = 'Terms of this shop';

/** Replaces the process, as a deploy does; what `between` does happens while none is running. */
async function replaceBy(folder: string, port: number, between?: () => Promise<void>): Promise<void> {
  await stop();
  stop = async () => {};
  await between?.();
  stop = await startRelease(folder, { port, dataDir });
}

/** Names of the built files that the page asks for from now on, and how often it is loaded. */
function watch(page: Page) {
  const seen = { asked: new Map<string, number>(), loads: 0 };
  page.on('response', (answer) => {
    const { pathname } = new URL(answer.url());
    if (pathname.startsWith('/assets/')) seen.asked.set(pathname.slice('/assets/'.length), answer.status());
  });
  page.on('load', () => (seen.loads += 1));
  return seen;
}

/** Above the form of a top-up. */
async function announce(request: APIRequestContext): Promise<void> {
  const { token } = await signInOwner(request);
  const texts = { title: { en: 'Maintenance on Sunday' }, body: { en: '<p>For an hour.</p>' } };
  const data = { position: 'recharge', state: 'published', ...texts };
  await callApi(request, 'POST', '/api/announcements', { token, data });
}

test('an open page goes on through a deploy, and is loaded again by itself when its build is gone', async ({
  page,
  request,
  baseURL,
}) => {
  const port = Number(new URL(baseURL!).port);
  await installNext(next, 'apps/web/src/locales/en/index.ts', ['Terms of service', NEW_TEXT]);
  stop = await startRelease(PRESENT, { port, dataDir });
  await announce(request);
  const product = await createProduct(request, { names: { en: 'Plain mailbox' }, price: '1' });
  await product.importLines(
    Array.from({ length: 50 }, (_, index) => `deploy-${index}@example.test----secret`),
  );
  await openAs(page, await newBuyer(request), `/product/${product.id}`);
  await waitForAfterPaint(page);
  const quantity = page.getByLabel('Quantity', { exact: true });
  const email = page.getByLabel('E-mail for delivery');
  await quantity.fill('40');
  await email.fill('else@example.test');
  const onPage = watch(page);

  await replaceBy(next, port);
  // By pages whose code the open page does not have yet.
  await topUpAndReturn(page, new Taps());
  await expect(quantity).toHaveValue('40');
  await expect(email).toHaveValue('else@example.test');
  await page.getByRole('navigation').getByRole('link', { name: 'Top up', exact: true }).click();
  const more = page.getByRole('button', { name: 'Read more' });
  await expect(more).toBeVisible();
  await expect(page.getByRole('link', { name: 'Terms of service' })).toBeVisible();
  expect(onPage.loads).toBe(0);
  const built = listBuilt(next);
  const ofBefore = [...onPage.asked].filter(([name]) => !built.has(name));
  expect(ofBefore.length).toBeGreaterThan(5);
  expect(ofBefore.filter(([, status]) => status !== 200)).toEqual([]);

  await replaceBy(next, port, async () => {
    expect(await deleteReplacedFiles(dataDir)).toBeGreaterThan(50);
  });
  // A part of the open page that had not been needed before.
  await more.click();
  await expect(page.getByRole('link', { name: NEW_TEXT })).toBeVisible();
  await more.click();
  await expect(page.getByText('For an hour.')).toBeVisible();
  await page.goBack();
  await expect(quantity).toHaveValue('40');
  await page.getByRole('button', { name: 'Place order now' }).click();
  await expect(page.getByTestId('order-no')).toBeVisible();
  await expect(page.getByText('else@example.test')).toBeVisible();
  expect([...onPage.asked.values()].filter((status) => status === 404).length).toBeGreaterThan(0);
  expect(onPage.loads).toBe(1);
});

const ROOT = join(import.meta.dirname, '../../..');

const COPIED = [
  'apps',
  'packages',
  'examples',
  'scripts',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
];

const LEFT_OUT = new Set(['node_modules', 'dist']);

const START_TIMEOUT_MS = 240_000;

/** The shop's folder as it is installed, with its built pages. */
const PRESENT = ROOT;

/**
 * Installs the release after this one in that empty folder, and builds its pages. All that is new about it is a text,
 * in a module that every page needs, so that no chunk of its pages has the name of one of ours.
 */
async function installNext(
  folder: string,
  file: string,
  [before, after]: readonly [string, string],
): Promise<void> {
  for (const name of COPIED)
    cpSync(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => !LEFT_OUT.has(path.split(/[/\\]/).at(-1)!),
    });
  linkPackages(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(before)) throw new Error(`${file} does not contain: ${before}`);
  writeFileSync(join(folder, file), text.replace(before, after));
  if ((await buildPagesOnce(folder, { isQuick: true })) !== null)
    throw new Error('the pages of the next release could not be built');
}

/** The installed libraries, and the release's own packages in place of ours. */
function linkPackages(folder: string): void {
  const modules = join(ROOT, 'node_modules');
  const linked = join(folder, 'node_modules');
  mkdirSync(join(linked, '@portside'), { recursive: true });
  for (const name of readdirSync(modules).filter((one) => one !== '.cache' && one !== '@portside'))
    symlinkSync(join(modules, name), join(linked, name));
  for (const parent of ['apps', 'packages'])
    for (const name of readdirSync(join(folder, parent)))
      symlinkSync(join(folder, parent, name), join(linked, '@portside', name));
}

const listBuilt = (folder: string): ReadonlySet<string> =>
  new Set(readdirSync(join(folder, 'apps/web/dist/assets'), { recursive: true, encoding: 'utf8' }));

type Place = { readonly port: number; readonly dataDir: string };

/** Starts a release's process on that data; resolves once it answers, with what ends it as a deploy does. */
async function startRelease(folder: string, { port, dataDir }: Place): Promise<() => Promise<void>> {
  const shop = spawn(process.execPath, ['scripts/start.js'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, PORT: String(port), DATA_DIR: dataDir, LOG_LEVEL: 'warn', SANDBOX: 'empty' },
  });
  const ended = once(shop, 'exit');
  const stop = async (): Promise<void> => {
    shop.kill('SIGTERM');
    await ended;
  };
  const lastAt = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswering(`http://127.0.0.1:${port}/readyz`))) {
    if (shop.exitCode === null && Date.now() < lastAt) {
      await new Promise((done) => setTimeout(done, 250));
      continue;
    }
    await stop();
    throw new Error('the release did not start');
  }
  return stop;
}

const isAnswering = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );

/** As the release's own process would, a week after the one before was replaced. Nobody may be using the data. */
const DELETE_REPLACED = `(async () => {
  const { openEmbedded } = await import(process.argv[1]);
  const { pool, close } = await openEmbedded(process.argv[2]);
  const { rowCount } = await pool.query('delete from web_assets where replaced_at is not null');
  await close();
  process.stdout.write(String(rowCount));
})()`;

/** Deletes the files of replaced builds from a stopped shop's database; answers how many there were. */
async function deleteReplacedFiles(dataDir: string): Promise<number> {
  const code = join(ROOT, 'apps/server/src/platform/db/embedded.ts');
  const child = spawn(process.execPath, ['--eval', DELETE_REPLACED, code, join(dataDir, 'database')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[exit], printed] = await Promise.all([once(child, 'exit'), child.stdout.toArray()]);
  if (exit !== 0) throw new Error('the files of the build before could not be deleted');
  return Number(Buffer.concat(printed).toString());
}
