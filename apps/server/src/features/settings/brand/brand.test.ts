import type { BrandContent } from '@portside/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { uploadReferences } from '../../../compose/compose.ts';
import { signInAdmin, type TestAdmin } from '../../../testing/people.ts';
import { createTestShop, type TestShop } from '../../../testing/app.ts';
import { encodeForm, imageForm, pngBytes } from '../../../testing/image-form.ts';
import { sweepUploads } from '../../../platform/uploads/uploads.ts';
import { readPageSettings } from '../read-page-settings.ts';
import { readIssuer, readShopName } from './shop-name.ts';

/** The brand is the whole shop's: each test begins without one. */

let shop: TestShop;
let admin: TestAdmin;
beforeAll(async () => {
  shop = await createTestShop();
});
const clear = async () => {
  for (const table of ['brand_versions', 'brand_drafts', 'settings'] as const)
    await shop.ctx.db.deleteFrom(table).execute();
};
beforeEach(async () => {
  await clear();
  // Tests move the clock beyond the end of a session.
  admin = await signInAdmin(shop.ctx, ['settings.read', 'settings.write']);
});
afterAll(clear);

const QUAY: BrandContent = {
  name: { en: 'Quay', ru: 'Причал' },
  headline: { en: 'Accounts by the crate' },
  lede: {},
  footer: { en: 'One\nTwo' },
  contact: {},
  legal_name: { en: 'Quay Ltd.' },
  main_colour: '#0f766e',
  accent_colour: null,
  logo: null,
  wordmark: null,
  wordmark_dark: null,
  wordmark_width: null,
  wordmark_dark_width: null,
  hero: null,
};

const call = (method: 'GET' | 'PUT' | 'POST' | 'DELETE', path: string, body?: unknown) =>
  shop.call(method, `/api/admin/brand${path}`, body, admin.headers);
const save = (body: Partial<BrandContent> = {}) => call('PUT', '/draft', { ...QUAY, ...body });
const publish = async (body: Partial<BrandContent> = {}) => {
  const { draft } = (await save(body)).data;
  return call('POST', '/publish', { updated_at: draft.updated_at });
};
const undo = async () => {
  const { published } = (await call('GET', '')).data;
  return call('POST', '/undo', { published_at: published.published_at });
};
const square = (side: number, remark = 'logo') => pngBytes(remark, { width: side, height: side });
const uploadLogo = async (bytes = square(512), further: Readonly<Record<string, Buffer>> = {}) => {
  const parts = new FormData();
  for (const [name, part] of Object.entries({ image: bytes, ...further }))
    parts.append(name, new File([new Uint8Array(part)], 'picture.png', { type: 'image/png' }));
  const form = await encodeForm(parts);
  const answer = await shop.app.http.inject({
    method: 'PUT',
    url: '/api/admin/brand/draft/logo',
    payload: form.payload,
    headers: { ...admin.headers, ...form.headers },
  });
  return answer.json();
};
/** Two days later. The database's own clock stamps uploads. */
const sweepLater = async () => {
  await shop.ctx.db.updateTable('uploads').set({ created_at: shop.clock.now() }).execute();
  shop.clock.advance(2 * 24 * 3_600_000);
  // A logo first, and what only it named the next time.
  for (let round = 0; round < 2; round += 1) await sweepUploads(shop.ctx, uploadReferences);
};
const ICONS = { small_icon: square(192, 'small'), maskable_icon: square(512, 'maskable') };
const logoOf = async () => (await readPageSettings(shop.ctx.db)).brand?.logo;
const nameIn = (language: 'en' | 'ru' | 'pt') => readShopName(shop.ctx.db, language);
const siteName = async (language: string) =>
  (await shop.call('GET', '/api/site-config', undefined, { 'accept-language': language })).data.site_name;

test('a draft is seen by nobody, what is published by every reader in their language', async () => {
  await save();
  expect((await readPageSettings(shop.ctx.db)).brand).toBeNull();
  expect([await nameIn('ru'), await siteName('ru')]).toEqual(['Portside', 'Portside']);
  const { data } = await publish();
  expect(data).toMatchObject({ draft: null, published: QUAY });
  const { brand } = await readPageSettings(shop.ctx.db);
  expect(brand!.textIn('headline', 'pt')).toBe('Accounts by the crate');
  expect(brand!.textIn('lede', 'en')).toBe('');
  expect(brand!.css).toContain('#0f766e');
  expect([await nameIn('en'), await nameIn('ru'), await nameIn('pt')]).toEqual(['Quay', 'Причал', 'Quay']);
  expect([await siteName('en'), await siteName('ru')]).toEqual(['Quay', 'Причал']);
  expect(await readIssuer(shop.ctx.db, 'ru')).toBe('Причал · Quay Ltd.');
});

test('undo returns to the version before, and at last to the built-in brand', async () => {
  await publish();
  await publish({ name: { en: 'Pier' }, main_colour: null });
  const once = (await undo()).data;
  expect(once.published).toMatchObject({ name: QUAY.name, main_colour: '#0f766e' });
  expect(once.draft).toMatchObject({ name: { en: 'Pier' } });
  expect(await nameIn('ru')).toBe('Причал');
  const twice = (await undo()).data;
  // The draft is still what was undone first.
  expect(twice).toMatchObject({ published: null, draft: { name: { en: 'Pier' } } });
  expect(await nameIn('ru')).toBe('Portside');
  const nothing = await call('POST', '/undo', { published_at: new Date().toISOString() });
  expect(nothing.code).toBe(300_090);
});

test('a name that is set otherwise afterwards applies in every language, and survives the undo', async () => {
  await publish();
  await shop.call('PUT', '/api/site-config', { site_name: 'Mole' }, admin.headers);
  expect([await nameIn('en'), await nameIn('ru')]).toEqual(['Mole', 'Mole']);
  expect((await readPageSettings(shop.ctx.db)).brand!.texts.name).toEqual({});
  await undo();
  expect(await nameIn('ru')).toBe('Mole');
});

test('what is published is what the caller has read: a draft that was saved again is refused', async () => {
  const { draft } = (await save()).data;
  shop.clock.advance(1);
  await save({ headline: { en: 'Somebody else wrote this' } });
  expect((await call('POST', '/publish', { updated_at: draft.updated_at })).code).toBe(300_090);
  await call('DELETE', '/draft');
  expect((await call('POST', '/publish', { updated_at: draft.updated_at })).code).toBe(300_090);
  expect((await call('GET', '')).data).toEqual({ draft: null, published: null });
});

test('an empty draft is one too: it returns to what is built in', async () => {
  await publish();
  const { draft } = (await call('PUT', '/draft', {})).data;
  const { published } = (await call('POST', '/publish', { updated_at: draft.updated_at })).data;
  expect(published).toMatchObject({ headline: {}, main_colour: null, logo: null });
});

test('a logo is one picture of 512 pixels, kept as long as a draft or a version names it', async () => {
  for (const [width, height] of [
    [512, 511],
    [192, 192],
    [1_024, 1_024],
  ] as const)
    expect((await uploadLogo(pngBytes('', { width, height }))).code).toBe(300_091);
  const { logo } = (await uploadLogo()).data.draft;
  const image = await shop.app.http.inject({ method: 'GET', url: `/api/brand/images/${logo}` });
  expect([image.statusCode, image.headers['content-type']]).toEqual([200, 'image/png']);
  await publish({ logo });
  await sweepLater();
  expect((await readPageSettings(shop.ctx.db)).brand!.logo).toEqual({
    address: `/api/brand/images/${logo}`,
    type: 'image/png',
    smallIcon: null,
    maskableIcon: null,
  });
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect(
    (await shop.app.http.inject({ method: 'GET', url: `/api/brand/images/${unknown}` })).statusCode,
  ).toBe(404);
});

test('the icons of a logo come and go with it, through draft, publication and undo', async () => {
  await publish({ logo: (await uploadLogo()).data.draft.logo });
  const { logo } = (await uploadLogo(square(512), ICONS)).data.draft;
  expect((await logoOf())!.maskableIcon).toBeNull();
  await publish({ logo });
  const { smallIcon, maskableIcon } = (await logoOf())!;
  expect(new Set([smallIcon, maskableIcon, `/api/brand/images/${logo}`]).size).toBe(3);
  await sweepLater();
  for (const [url, bytes] of [
    [smallIcon, ICONS.small_icon],
    [maskableIcon, ICONS.maskable_icon],
  ] as const) {
    const answer = await shop.app.http.inject({ method: 'GET', url: url! });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/png']);
    expect(answer.rawPayload.equals(bytes)).toBe(true);
  }
  admin = await signInAdmin(shop.ctx, ['settings.read', 'settings.write']);
  await undo();
  expect((await logoOf())!.smallIcon).toBeNull();
  const { draft } = (await call('GET', '')).data;
  await call('POST', '/publish', { updated_at: draft.updated_at });
  expect((await logoOf())!.smallIcon).toBe(smallIcon);
});

const uploadPicture = async (picture: string, width: number, height: number) => {
  const { payload, headers } = await imageForm(pngBytes(picture, { width, height }));
  const answer = await shop.app.http.inject({
    method: 'PUT',
    url: `/api/admin/brand/draft/pictures/${picture}`,
    payload,
    headers: { ...admin.headers, ...headers },
  });
  return answer.json();
};

test('wordmarks and the picture of the home page are shown once they are published, and kept as long', async () => {
  await publish({ logo: (await uploadLogo()).data.draft.logo });
  await uploadPicture('wordmark', 600, 120);
  await uploadPicture('wordmark_dark', 480, 120);
  const { draft } = (await uploadPicture('hero', 1_600, 900)).data;
  // What was set before stays.
  expect(draft).toMatchObject({ wordmark_width: 150, wordmark_dark_width: 120, logo: expect.any(String) });
  expect((await readPageSettings(shop.ctx.db)).brand).toMatchObject({
    wordmarks: { light: null, dark: null },
    hero: null,
  });
  await call('POST', '/publish', { updated_at: draft.updated_at });
  await sweepLater();
  const { wordmarks, hero, logo } = (await readPageSettings(shop.ctx.db)).brand!;
  expect([wordmarks.light!.width, wordmarks.dark!.width]).toEqual([150, 120]);
  for (const url of [wordmarks.light!.address, wordmarks.dark!.address, hero!, logo!.address])
    expect((await shop.app.http.inject({ method: 'GET', url })).statusCode).toBe(200);
  admin = await signInAdmin(shop.ctx, ['settings.read', 'settings.write']);
  await undo();
  expect((await readPageSettings(shop.ctx.db)).brand!.hero).toBeNull();
  expect((await call('GET', '')).data.draft).toMatchObject({ hero: draft.hero, wordmark: draft.wordmark });
  await call('PUT', '/draft', {});
  expect((await call('GET', '')).data.draft).toMatchObject({
    hero: null,
    wordmark: null,
    wordmark_width: null,
  });
});

test.each([
  ['wordmark', 600, 121],
  ['wordmark', 59, 120],
  ['wordmark_dark', 961, 120],
  ['hero', 639, 400],
  ['hero', 1_600, 1_601],
  ['banner', 600, 120],
])('a %s of %i by %i pixels is refused', async (picture, width, height) => {
  expect((await uploadPicture(picture, width, height)).code).toBe(519);
  expect((await call('GET', '')).data.draft).toBeNull();
});

test('icons that no brand has any more are swept', async () => {
  const { logo } = (await uploadLogo(square(512), ICONS)).data.draft;
  const left = async () => (await shop.ctx.db.selectFrom('uploads').select('name').execute()).length;
  const before = await left();
  await call('DELETE', '/draft');
  await sweepLater();
  expect(await left()).toBeLessThanOrEqual(before - 3);
  const gone = await shop.app.http.inject({ method: 'GET', url: `/api/brand/images/${logo}` });
  expect(gone.statusCode).toBe(404);
});

test.each([
  ['a small icon of another size', { small_icon: square(191) }, 300_091],
  ['a maskable icon of another size', { maskable_icon: square(192) }, 300_091],
  ['an icon that is no picture', { small_icon: Buffer.from('<svg/>') }, 519],
  ['a part of another name', { large_icon: square(512) }, 519],
])('%s is refused, with its logo', async (_, icons, code) => {
  expect((await uploadLogo(square(512), icons)).code).toBe(code);
  expect((await call('GET', '')).data.draft).toBeNull();
});

test.each([
  [{ main_colour: 'red' }],
  [{ main_colour: '#0F766E' }],
  [{ accent_colour: '#fff' }],
  [{ name: { en: 'x'.repeat(61) } }],
  [{ headline: { en: 'two\nlines' } }],
  [{ logo: '../secret' }],
])('%j is refused', async (body) => {
  expect((await save(body)).code).toBe(519);
});

test('publishing and undoing need a fresh code and are audited', async () => {
  await publish();
  await undo();
  const rows = await shop.ctx.db
    .selectFrom('audit_entries')
    .select(['action', 'before', 'after'])
    .where('user_id', '=', admin.user.id)
    .orderBy('id', 'desc')
    .limit(2)
    .execute();
  expect(rows[1]).toMatchObject({ action: 'brand.publish', after: { name: QUAY.name } });
  expect(rows[0]).toMatchObject({ action: 'brand.undo', before: { name: QUAY.name } });
  const { draft } = (await save()).data;
  shop.clock.advance(5 * 60_000 + 1);
  expect((await call('POST', '/publish', { updated_at: draft.updated_at })).code).toBe(300_017);
});
