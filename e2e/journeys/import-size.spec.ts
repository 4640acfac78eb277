import { expect, test, type Locator, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { openAs, signInOwner } from '../pages/people.ts';

/**
 * How large an import the page can handle: `IMPORT_LINES=1000000 npx playwright test -c e2e/playwright.config.ts
 * import-size` takes a million lines and a few minutes.
 */
const LINES = Number(process.env['IMPORT_LINES'] ?? 40_000);
const LONGEST_MS = 60_000 + LINES / 2;
const EVERY_MS = 250;
/** Extra memory allowed for the second half of the lines; close to zero if memory is flat. */
const MOST_GROWTH_OF_PAGE_MB = 20;
const MOST_GROWTH_OF_SHOP_MB = 120;

type Sample = { readonly percent: number; readonly pageMb: number; readonly shopMb: number };

test(`${LINES.toLocaleString('en')} lines go in with a moving bar, in a page and a shop whose memory stays flat`, async ({
  page,
  request,
}, info) => {
  test.setTimeout(LONGEST_MS + 60_000);
  await openAs(page, await signInOwner(request), '/admin/goods?tab=stock');
  await page.getByRole('button', { name: 'Import accounts' }).click();
  const wizard = page.getByRole('dialog');
  await wizard.getByLabel('Product').selectOption('Quilletpost mailbox, new');
  await wizard.locator('input[type=file]').setInputFiles(await writeLines(info.outputPath('accounts.txt')));
  await wizard.getByRole('button', { name: 'Continue' }).click();
  await wizard.getByRole('checkbox', { name: 'I have the right to sell these accounts' }).check();
  await wizard.getByRole('button', { name: 'Import', exact: true }).click();
  const start = performance.now();
  const samples = await watch(page, wizard);
  const seconds = (performance.now() - start) / 1_000;

  const count = LINES.toLocaleString('en');
  await expect(wizard.getByText(`Lines added to stock: ${count} of ${count}`)).toBeVisible();
  const percents = samples.map(({ percent }) => percent);
  expect(percents).toEqual(percents.toSorted((a, b) => a - b));
  expect(new Set(percents).size).toBeGreaterThanOrEqual(LINES < 100_000 ? 3 : 20);
  const [page1, page2] = peaks(samples, 'pageMb');
  expect(page2 - page1).toBeLessThan(MOST_GROWTH_OF_PAGE_MB);
  const [shop1, shop2] = peaks(samples, 'shopMb');
  if (LINES >= 1_000_000) expect(shop2 - shop1).toBeLessThan(MOST_GROWTH_OF_SHOP_MB);
  const figures = { lines: LINES, seconds, steps: new Set(percents).size, page1, page2, shop1, shop2 };
  info.annotations.push({ type: 'figures', description: JSON.stringify(figures) });
  process.stdout.write(`    ${JSON.stringify(figures)}\n`);
});

/** Lines of some 70 bytes, new to every import. */
async function writeLines(path: string): Promise<string> {
  const tag = randomUUID().slice(0, 12);
  const file = createWriteStream(path);
  for (let n = 0; n < LINES; n += 1)
    if (!file.write(`user-${tag}-${n}@mail.example----pass-${n}----recovery-${n}\n`))
      await once(file, 'drain');
  file.end();
  await once(file, 'close');
  return path;
}

/** Samples the progress bar and memory until the import ends. */
async function watch(page: Page, wizard: Locator): Promise<Sample[]> {
  const devtools = await page.context().newCDPSession(page);
  const bar = wizard.getByRole('progressbar', { name: 'Import progress' });
  const end = wizard.getByRole('button', { name: 'Done' });
  const samples: Sample[] = [];
  const until = performance.now() + LONGEST_MS;
  while (!(await end.isVisible()) && performance.now() < until) {
    const percent = Number(await bar.getAttribute('aria-valuenow'));
    await devtools.send('HeapProfiler.collectGarbage');
    const { usedSize } = await devtools.send('Runtime.getHeapUsage');
    samples.push({ percent, pageMb: usedSize / 1e6, shopMb: shopMemoryMb() });
    await page.waitForTimeout(EVERY_MS);
  }
  return samples;
}

/** The peaks in the first and second half of the time. */
function peaks(samples: readonly Sample[], of: 'pageMb' | 'shopMb'): [number, number] {
  const values = samples.map((sample) => Math.round(sample[of]));
  const half = Math.ceil(values.length / 2);
  return [Math.max(...values.slice(0, half)), Math.max(0, ...values.slice(half))];
}

/** Memory of the shop under test, which is found by its data folder; 0 if the system does not tell. */
function shopMemoryMb(): number {
  const mark = `DATA_DIR=${process.env['E2E_DATA_DIR']}\0`;
  const sizes = processes().map((id) => {
    const isShop =
      read(id, 'environ').includes(mark) && read(id, 'cmdline').includes('scripts/test/start-shop.ts');
    return isShop ? Number(/VmRSS:\s+(\d+) kB/.exec(read(id, 'status'))?.[1] ?? 0) / 1_000 : 0;
  });
  return Math.max(0, ...sizes);
}

const processes = (): string[] => {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
};

/** A process may end meanwhile, and other users' are unreadable. */
function read(id: string, file: string): string {
  try {
    return readFileSync(`/proc/${id}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
