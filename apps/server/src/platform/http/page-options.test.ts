import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { createHttp } from './http.ts';
import { cachePageSettings } from './page-settings.ts';
import { servePages, type PageParts } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-pages-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
writeFileSync(join(folder, 'worker.js'), 'keep()');
writeFileSync(join(folder, 'withdrawn-worker.js'), 'leave()');
afterAll(() => rmSync(folder, { recursive: true }));

/** The pages of that folder, served with these options. */
async function createPages(parts: Partial<PageParts> = {}) {
  const { ctx } = await createWorld();
  const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  const read = () => Promise.resolve({ nameIn: () => 'Portside', origins: [], brand: null });
  const settings = cachePageSettings({ clock: ctx.clock, read }, ctx.log);
  await servePages(app, folder, { settings, readHead: () => Promise.resolve(null), ...parts });
  return app;
}

test('browsers ask for the service worker with every visit, and may run no other', async () => {
  const app = await createPages();
  const answer = await app.inject('/worker.js');
  expect([answer.statusCode, answer.payload]).toEqual([200, 'keep()']);
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-cache',
    'content-type': expect.stringContaining('javascript') as unknown,
  });
  expect(answer.headers['content-security-policy']).toContain("worker-src 'self'");
  expect((await app.inject('/withdrawn-worker.js')).statusCode).toBe(404);
  expect((await app.inject({ method: 'POST', url: '/worker.js' })).statusCode).toBe(405);
});

test('a worker that was withdrawn is replaced by one that leaves, at the same address', async () => {
  const answer = await (await createPages({ isWorkerWithdrawn: true })).inject('/worker.js');
  expect([answer.payload, answer.headers['cache-control']]).toEqual(['leave()', 'no-cache']);
});

test('the page of the sandbox is a page there only', async () => {
  const ask = { url: '/sandbox', headers: { accept: 'text/html' } };
  const shop = await createPages();
  expect((await shop.inject({ method: 'GET', ...ask })).statusCode).toBe(404);
  const sandbox = await createPages({ isSandbox: true });
  expect((await sandbox.inject({ method: 'GET', ...ask })).statusCode).toBe(200);
});
