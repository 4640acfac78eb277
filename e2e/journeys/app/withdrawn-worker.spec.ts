import { expect, test } from '@playwright/test';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { listKept, waitForControl } from '../../pages/kept-by-browser.ts';

test.use({ serviceWorkers: 'allow' });

const DIST = join(import.meta.dirname, '../../../apps/web/dist');
const built = (name: string): string => readFileSync(join(DIST, name), 'utf8');
/** The build's worker as another build's. */
const ofBuild = (name: string): string => {
  const worker = built('worker.js');
  const changed = worker.replace(/[0-9a-f]{12}/, name);
  expect(changed).not.toBe(worker);
  return changed;
};

/** A site with the built workers, whose files and worker change as with a deploy. */
async function serve() {
  const files = new Map<string, string>();
  const asked: string[] = [];
  const server = createServer(({ url = '/' }, response) => {
    asked.push(url);
    const text = files.get(url);
    const type = url.endsWith('.js') ? 'text/javascript' : 'text/html';
    response.writeHead(text === undefined ? 404 : 200, { 'content-type': type, 'cache-control': 'no-store' });
    response.end(text ?? '');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const stop = () => new Promise((done) => (server.closeAllConnections(), server.close(done)));
  return { files, asked, stop, url: `http://127.0.0.1:${port}` };
}

const REGISTER = `navigator.serviceWorker.register('/worker.js', { updateViaCache: 'none' })`;
const UPDATE = `navigator.serviceWorker.getRegistration().then((one) => one?.update())`;
const PART = `import('/assets/part-1.js').then(({ part }) => part)`;

test('a new build’s worker takes over, and an open page still finds its code; a withdrawn one leaves nothing', async ({
  page,
}) => {
  const { files, asked, stop, url } = await serve();
  try {
    files.set('/', '<!doctype html><title>one</title>').set('/assets/part-1.js', 'export const part = 1;');
    files.set('/worker.js', ofBuild('aaaaaaaaaaaa'));
    await page.goto(url);
    await page.evaluate(REGISTER);
    await waitForControl(page);
    await page.evaluate(`fetch('/assets/part-1.js').then((answer) => answer.text())`);
    await expect
      .poll(async () => (await listKept(page)).map(({ path }) => path))
      .toContain('/assets/part-1.js');

    // A deploy: the code of the open page is gone from the shop.
    files.delete('/assets/part-1.js');
    files.set('/', '<!doctype html><title>two</title>').set('/worker.js', ofBuild('bbbbbbbbbbbb'));
    const taken = page.evaluate(
      `new Promise((done) => navigator.serviceWorker.addEventListener('controllerchange', () => done(), { once: true }))`,
    );
    await page.evaluate(UPDATE);
    await taken;
    asked.length = 0;
    expect(await page.evaluate(PART)).toBe(1);
    expect(asked).toEqual([]);
    expect(await page.title()).toBe('one');

    // The operator withdraws it: a visit is enough.
    files.set('/worker.js', built('withdrawn-worker.js'));
    await page.reload();
    await page.evaluate(UPDATE);
    await expect
      .poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then(({ length }) => length)'))
      .toBe(0);
    expect(await listKept(page)).toEqual([]);
    await page.reload();
    expect(await page.title()).toBe('two');
    expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull();
  } finally {
    await stop();
  }
});
