import { beforeEach, beforeAll, expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import type { Publication } from '../../platform/live.ts';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createTestShop, type Answer, type TestShop } from '../../testing/app.ts';
import { listAnnouncements } from './list-announcements.ts';
import { publishStarted, readPageAnnouncements } from './index.ts';
import { createAnnouncement, deleteAnnouncement, updateAnnouncement } from './write-announcement.ts';

let shop: TestShop;
let admin: TestAdmin;
let published: Publication[];
let ctx: Ctx;
beforeAll(async () => {
  shop = await createTestShop();
  admin = await signInAdmin(shop.ctx, ['announcement.write']);
});
beforeEach(async () => {
  await shop.ctx.db.deleteFrom('announcements').execute();
  published = [];
  ctx = {
    ...admin.ctx,
    live: { changed: () => undefined, publish: (one) => void published.push(one) },
  };
});

const ask = (method: string, path: string, body?: unknown, headers = admin.headers): Promise<Answer> =>
  shop.call(method, `/api/announcements${path}`, body, headers);
const shownAt = async (position: string, language = 'en') =>
  (await ask('GET', `/position/${position}`, undefined, { 'accept-language': language })).data.items;
const home = { position: 'home', title: { en: 'Open' } };
const inMinutes = (minutes: number): string =>
  new Date(shop.clock.now().getTime() + minutes * 60_000).toISOString();
const toldAt = () => published.map(({ name, data }) => [name, (data as { position?: string }).position]);
const write = (more: object = {}) => ({
  position: 'home' as const,
  state: 'published' as const,
  title: { en: 'Open' },
  body: {},
  ...more,
});

test('a draft is not shown; it is published, replaced and deleted', async () => {
  const { data } = await ask('POST', '', { ...home, body: { en: '<p>All <b>day</b></p>' } });
  expect(data).toMatchObject({ state: 'draft', is_shown: false, body: { en: '<p>All day</p>' } });
  expect(await shownAt('home')).toEqual([]);
  const now = shop.clock.now().toISOString();
  const full = { ...home, state: 'published', body: data.body };
  expect((await ask('PUT', `/${data.id}`, full)).data).toMatchObject({ is_shown: true });
  expect(await shownAt('home')).toEqual([
    { id: data.id, position: 'home', title: 'Open', body: '<p>All day</p>', shown_from: now, ends_at: null },
  ]);
  expect(await shownAt('login')).toEqual([]);
  // What is absent is cleared, the state too.
  expect((await ask('PUT', `/${data.id}`, home)).data).toMatchObject({ state: 'draft', body: {} });
  expect((await ask('GET', '?position=home&state=draft')).data.items).toMatchObject([{ id: data.id }]);
  expect((await ask('DELETE', `/${data.id}`)).code).toBe(200);
  expect((await ask('DELETE', `/${data.id}`)).code).toBe(506);
  expect((await ask('PUT', `/${data.id}`, home)).code).toBe(506);
});

test('readers get their own language, else English, else any', async () => {
  const title = { 'zh-cn': '公告', en: 'Notice' };
  const body = { ru: '<p>Привет</p>' };
  await ask('POST', '', { position: 'purchase', state: 'published', title, body });
  const read = async (language: string) => {
    const [one] = await shownAt('purchase', language);
    return [one.title, one.body];
  };
  expect(await read('zh-cn')).toEqual(['公告', '<p>Привет</p>']);
  expect(await read('pt')).toEqual(['Notice', '<p>Привет</p>']);
});

test.each([
  [{ position: 'home' }, 510],
  [{ title: { en: 'x' } }, 510],
  [{ position: 'home', title: { en: '' } }, 510],
  [{ position: 'home', title: { fr: 'Ouvert' } }, 510],
  [{ position: 'footer', title: { en: 'x' } }, 519],
  [{ ...home, state: 'shown' }, 519],
  [{ ...home, starts_at: '2026-11-21T00:00:00Z', ends_at: '2026-11-21T00:00:00Z' }, 519],
])('%j is no announcement', async (body, code) => {
  expect((await ask('POST', '', body)).code).toBe(code);
});

test('an announcement is shown from its start to its end', async () => {
  const window = { starts_at: inMinutes(10), ends_at: inMinutes(20) };
  await ask('POST', '', { ...home, state: 'published', ...window });
  expect(await shownAt('home')).toEqual([]);
  shop.clock.advance(10 * 60_000);
  expect(await shownAt('home')).toMatchObject([{ shown_from: window.starts_at, ends_at: window.ends_at }]);
  shop.clock.advance(10 * 60_000);
  expect(await shownAt('home')).toEqual([]);
});

test('open pages are notified when an announcement is shown, changed, moved or deleted, never of a draft', async () => {
  const { id } = await createAnnouncement(ctx, { body: write({ state: 'draft' }) });
  expect(toldAt()).toEqual([]);
  const replace = (more?: object) => updateAnnouncement(ctx, { params: { id }, body: write(more) });
  await replace();
  expect(toldAt()).toEqual([['announcement', 'home']]);
  await replace({ position: 'login' });
  expect(toldAt().slice(1)).toEqual([
    ['announcement', 'home'],
    ['announcement', 'login'],
  ]);
  await deleteAnnouncement(ctx, BigInt(id));
  expect(toldAt().slice(3)).toEqual([['announcement', 'login']]);
  await publishStarted(ctx);
  expect(published).toHaveLength(4);
});

test('an announcement with a later start is published when it starts, once', async () => {
  const { id } = await createAnnouncement(ctx, { body: write({ starts_at: inMinutes(5) }) });
  await publishStarted(ctx);
  expect(toldAt()).toEqual([]);
  shop.clock.advance(5 * 60_000);
  await Promise.all([publishStarted(ctx), publishStarted(ctx)]);
  await publishStarted(ctx);
  expect(toldAt()).toEqual([['announcement', 'home']]);
  // Postponed, it starts again.
  await updateAnnouncement(ctx, { params: { id }, body: write({ starts_at: inMinutes(5) }) });
  shop.clock.advance(5 * 60_000);
  await publishStarted(ctx);
  expect(toldAt()).toHaveLength(3);
});

test('an update that is refused notifies no one', async () => {
  const failing = { ...ctx, requestId: null as never };
  await expect(createAnnouncement(failing, { body: write() })).rejects.toThrow();
  expect(toldAt()).toEqual([]);
});

test('pages get the three newest announcements that each position shows now, as readers see them', async () => {
  const at = (position: string, title: string, more: object = {}) =>
    createAnnouncement(ctx, { body: write({ position, title: { en: title }, ...more }) });
  for (const title of ['Oldest', 'Third', 'Older', 'Newer']) {
    await at('home', title);
    shop.clock.advance(60_000);
  }
  await at('home', 'Later', { starts_at: inMinutes(5) });
  await at('login', 'Ends', { ends_at: inMinutes(5) });
  await at('purchase', 'Draft', { state: 'draft' });
  const read = async () =>
    (await readPageAnnouncements(shop.ctx.db, shop.clock.now())).map(
      ({ position, titleIn }) => `${position}: ${titleIn('ru')}`,
    );
  expect((await read()).toSorted()).toEqual(['home: Newer', 'home: Older', 'home: Third', 'login: Ends']);
  for (const position of ['home', 'login']) {
    const known = await readPageAnnouncements(shop.ctx.db, shop.clock.now());
    const ids = known.filter((one) => one.position === position).map(({ id }) => id);
    expect((await shownAt(position)).slice(0, 3).map(({ id }: { id: string }) => id)).toEqual(ids);
  }
  shop.clock.advance(6 * 60_000);
  expect(await read()).toEqual(['home: Later', 'home: Newer', 'home: Older']);
});

test('one announcement is shown at several positions, each once, and pages of all of them are told', async () => {
  const { id, also_at } = await createAnnouncement(ctx, {
    body: write({ also_at: ['login', 'home', 'login'] }),
  });
  expect(also_at).toEqual(['login']);
  for (const position of ['home', 'login']) expect(await shownAt(position)).toMatchObject([{ id, position }]);
  expect(await shownAt('recharge')).toEqual([]);
  expect((await readPageAnnouncements(ctx.db, ctx.clock.now())).map((one) => [one.id, one.position])).toEqual(
    [
      [id, 'home'],
      [id, 'login'],
    ],
  );
  expect(toldAt()).toEqual([
    ['announcement', 'home'],
    ['announcement', 'login'],
  ]);
  const atLogin = await listAnnouncements(ctx, { query: { position: 'login', limit: 20 } });
  expect(atLogin.items).toMatchObject([{ id }]);
  await deleteAnnouncement(ctx, BigInt(id));
  expect(toldAt().slice(2)).toHaveLength(2);
});
