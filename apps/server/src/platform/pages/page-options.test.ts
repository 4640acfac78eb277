import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { createHttp } from '../http/http.ts';
import { cachePageSettings } from './page-settings.ts';
import { servePages, type PageParts } from './pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'portside-pages-'));
writeFileSync(join(folder, 'index.html'), '<!doctype html>');
mkdirSync(join(folder, 'pages/en/login'), { recursive: true });
writeFileSync(join(folder, 'pages/en/index.html'), '<html lang="en">front');
writeFileSync(join(folder, 'pages/en/login.html'), '<html lang="en">form');
writeFileSync(join(folder, 'pages/en/login/shop.html'), '<html lang="en">shop');
afterAll(() => rmSync(folder, { recursive: true }));

/** The pages of that folder, served with these options. */
async function createPages(parts: Partial<PageParts> = {}) {
  const { ctx } = await createWorld();
  const app = await createHttp({ log: ctx.log, trustedProxies: [], perMinute: null });
  const read = () =>
    Promise.resolve({ nameIn: () => 'Portside', origins: [], brand: null, announcements: [] });
  const settings = cachePageSettings({ clock: ctx.clock, read }, ctx.log);
  await servePages(app, folder, { settings, readHead: () => Promise.resolve(null), ...parts });
  return app;
}

test('the page of the sandbox is a page there only', async () => {
  const ask = { url: '/sandbox', headers: { accept: 'text/html' } };
  const shop = await createPages();
  expect((await shop.inject({ method: 'GET', ...ask })).statusCode).toBe(404);
  const sandbox = await createPages({ isSandbox: true });
  expect((await sandbox.inject({ method: 'GET', ...ask })).statusCode).toBe(200);
});

test.each([
  ['/?promotion_code=abcd2345', 'front'],
  ['/login', 'form'],
  ['/login?redirect=/mobile/index', 'shop'],
  ['/login?redirect=%2Fmobile%2Fpurchase-account%3Fsort%3Dprice', 'shop'],
  ['/login?redirect=/mobile/index&mode=register', 'form'],
  ['/login?redirect=/mobile/purchase-account%3Fgoods%3D7', 'form'],
  ['/login?redirect=/client/main', 'form'],
])('the HTML of %s is that of the %s', async (url, html) => {
  const app = await createPages();
  expect((await app.inject(url)).payload).toBe(`<html lang="en">${html}`);
});

test('a sandbox has its bar on every prerendered page, a shop not a word of it', async () => {
  writeFileSync(join(folder, 'pages/en/sandbox-bar.html'), '<aside>test money</aside>');
  writeFileSync(join(folder, 'pages/en/pay.html'), '<html><p>1<!--bar-->one<p>2<!--bar-->two');
  const sandbox = await createPages({ isSandbox: true });
  expect((await sandbox.inject('/pay')).payload).toBe(
    '<html data-sandbox><p>1<aside>test money</aside>one<p>2<aside>test money</aside>two',
  );
  expect((await (await createPages()).inject('/pay')).payload).not.toContain('test money');
});

test('the HTML of a sandbox says so, and that of a shop does not', async () => {
  const sandbox = await createPages({ isSandbox: true });
  expect((await sandbox.inject('/login')).payload).toBe('<html data-sandbox lang="en">form');
  expect((await (await createPages()).inject('/login')).payload).not.toContain('sandbox');
  // What no address names is no page.
  expect((await sandbox.inject('/login/shop')).statusCode).toBe(404);
  expect((await sandbox.inject('/index')).statusCode).toBe(404);
});
