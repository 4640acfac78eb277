import { formatAddress } from '@portside/chain';
import { NETWORKS, type Network } from '@portside/contract';
import { createHash, randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, type TestAdmin } from '../../testing/people.ts';
import { createFreshShop, type TestShop, createTestShop } from '../../testing/app.ts';
import { startTextServer, type TextAnswer } from '../../testing/http-servers.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { fetchSanctions, findBlockedWallet, listFetches, readSanctionsDate } from './index.ts';
import { HOUR_MS } from '../../platform/clock.ts';

describe('sanctions', () => {
  let shop: TestShop;
  beforeEach(async () => {
    shop = await createFreshShop();
  });

  const fresh = (): Hex => `0x${randomBytes(20).toString('hex')}`;
  const lines = (addresses: readonly Hex[]) => `# list\n${addresses.join('\n')}\n`;
  const serve = (answer: (path: string) => TextAnswer | null) => startTextServer(answer);
  const read = (...urls: string[]) => fetchSanctions(shop.ctx, { ETH: urls });
  const row = async () => (await listFetches(shop.ctx.db))[0];
  const isListed = async (address: Hex) =>
    (await findBlockedWallet(shop.ctx.db, 'ETH', address))?.list === 'sanctions';
  const alarms = async () =>
    (await evaluateAlarms(shop.ctx)).filter(({ kind }) => kind === 'sanctionsRefused');
  const audited = () =>
    shop.ctx.db.selectFrom('audit_entries').selectAll().where('action', '=', 'wallet.sanctions').execute();

  test('a list is read once a day, and the day is written down although nothing changed', async () => {
    const list = [fresh(), fresh()];
    const { url, asked } = await serve(() => ({ text: lines(list) }));
    await read(url);
    expect([await isListed(list[0]!), await isListed(list[1]!)]).toEqual([true, true]);
    const sha256 = createHash('sha256').update(list.toSorted().join('\n')).digest('hex');
    expect(await row()).toMatchObject({ listed: 2, sha256, problem: null });
    shop.clock.advance(23 * HOUR_MS);
    await read(url);
    expect(asked).toHaveLength(1);
    shop.clock.advance(HOUR_MS);
    await read(url);
    expect(asked).toHaveLength(2);
    expect(await readSanctionsDate(shop.ctx.db, 'ETH')).toEqual(shop.clock.now());
    expect(await audited()).toMatchObject([{ job: expect.any(String), after: { listed: 2, sha256 } }]);
  });

  test('a list of several addresses is the whole of them, or nothing is changed', async () => {
    const [one, other] = [fresh(), fresh()];
    let isWhole = false;
    const { url } = await serve((path) =>
      path === '/a' ? { text: lines([one]) } : isWhole ? { text: lines([other]) } : { status: 500, text: '' },
    );
    await read(`${url}/a`, `${url}/b`);
    expect([await isListed(one), (await row())!.problem]).toEqual([
      false,
      expect.stringContaining('answered 500'),
    ]);
    isWhole = true;
    await read(`${url}/a`, `${url}/b`);
    expect(await isListed(one)).toBe(false);
    shop.clock.advance(HOUR_MS);
    await read(`${url}/a`, `${url}/b`);
    expect([await isListed(one), await isListed(other)]).toEqual([true, true]);
  });

  test('a list that lost more than half, is empty or holds nonsense is refused, alarmed, and the last good one stays', async () => {
    const list = Array.from({ length: 5 }, fresh);
    let text = lines(list);
    const { url } = await serve(() => ({ text }));
    await read(url);
    for (const bad of [lines(list.slice(0, 2)), '', '# nothing', lines([...list, '0x12'])]) {
      text = bad;
      shop.clock.advance(24 * HOUR_MS);
      await read(url);
      expect([bad, await isListed(list[4]!)]).toEqual([bad, true]);
      expect(await row()).toMatchObject({ is_refused: true, listed: 5 });
      expect(await alarms()).toMatchObject([
        { network: 'ETH', findings: [{ facts: { problem: (await row())!.problem } }] },
      ]);
    }
    text = lines(list.slice(0, 3));
    shop.clock.advance(HOUR_MS);
    await read(url);
    expect([await isListed(list[2]!), await isListed(list[3]!), await alarms()]).toEqual([true, false, []]);
  });

  test('a shorter list that an admin imports by hand is the measure from then on', async () => {
    const list = Array.from({ length: 5 }, fresh);
    let text = lines(list);
    const { url } = await serve(() => ({ text }));
    await read(url);
    text = lines(list.slice(0, 1));
    const admin = await signInAdmin(shop.ctx);
    const body = { type: 'ETH', text, note: 'really shorter' };
    expect((await shop.call('PUT', '/api/wallets/sanctions', body, admin.headers)).code).toBe(200);
    shop.clock.advance(24 * HOUR_MS);
    await read(url);
    expect([(await row())!.problem, await isListed(list[0]!)]).toEqual([null, true]);
  });

  test.each<[string, () => TextAnswer | null, string]>([
    ['a redirect', () => ({ status: 302, text: '', location: 'http://127.0.0.1:1/inner' }), 'not followed'],
    ['too much', () => ({ text: `${'#'.repeat(1_000)}\n`.repeat(5_000) }), 'more than'],
    ['no UTF-8', () => ({ text: Buffer.from([0xff, 0xfe, 0xfd]) }), 'utf-8'],
    ['an answer that breaks off', () => ({ text: 'half', breaksOff: true }), 'aborted'],
  ])('%s changes nothing and is told', async (_, answer, why) => {
    const { url } = await serve(answer);
    await read(url);
    const problem = (await row())!.problem!;
    expect(problem.toLowerCase()).toContain(why);
    expect((await row())!.is_refused).toBe(false);
    expect(await readSanctionsDate(shop.ctx.db, 'ETH')).toBeNull();
  });

  test('a network that the settings no longer name is forgotten, its list stays', async () => {
    const one = fresh();
    const { url } = await serve(() => ({ text: one }));
    await read(url);
    await fetchSanctions(shop.ctx, {});
    expect([await row(), await isListed(one)]).toEqual([undefined, true]);
  });

  test('TRON lists have TRON addresses', async () => {
    const one = fresh();
    const { url } = await serve(() => ({ text: formatAddress('TRON', one) }));
    await fetchSanctions(shop.ctx, { TRON: [url] });
    expect((await findBlockedWallet(shop.ctx.db, 'TRON', one))?.list).toBe('sanctions');
  });
});

describe('wallets', () => {
  let shop: TestShop;
  let admin: TestAdmin;
  beforeAll(async () => {
    shop = await createTestShop();
    admin = await signInAdmin(shop.ctx, ['wallet.read', 'wallet.write']);
  });
  beforeEach(() => shop.ctx.db.deleteFrom('blocked_wallets').execute());

  const fresh = (): Hex => `0x${randomBytes(20).toString('hex')}`;
  const ask = (method: string, path: string, body?: unknown) =>
    shop.call(method, `/api/wallets/${path}`, body, admin.headers);
  const block = (type: 'TRON' | 'ETH', address: string) =>
    ask('POST', 'blocked', { type, address, note: 'thief' });
  const listOf = async (address: Hex, type: 'TRON' | 'ETH' = 'ETH') =>
    (await findBlockedWallet(shop.ctx.db, type, address))?.list;

  test('a wallet is blocked on its own network until it is unblocked', async () => {
    const address = fresh();
    const { data } = await block('TRON', formatAddress('TRON', address));
    expect(data).toMatchObject({ type: 'TRON', list: 'own', address: formatAddress('TRON', address) });
    expect([await listOf(address, 'TRON'), await listOf(address)]).toEqual(['own', undefined]);
    expect((await block('TRON', formatAddress('TRON', address))).code).toBe(500_002);
    expect((await block('ETH', formatAddress('TRON', address))).code).toBe(519);
    expect((await ask('GET', 'blocked?type=TRON')).data.items).toEqual([data]);
    expect((await ask('DELETE', `blocked/${data.id}`)).code).toBe(200);
    expect((await ask('DELETE', `blocked/${data.id}`)).code).toBe(506);
    expect(await listOf(address, 'TRON')).toBeUndefined();
  });

  test('a wallet of an EVM network is blocked on all of them, and on no other', async () => {
    const address = fresh();
    const { data } = await ask('POST', 'blocked', { type: 'POLYGON', address, note: 'thief' });
    const find = (type: Network) => findBlockedWallet(shop.ctx.db, type, address);
    for (const type of NETWORKS) {
      const expected = type === 'TRON' ? undefined : expect.objectContaining({ note: 'thief' });
      expect(await find(type)).toEqual(expected);
    }
    await ask('DELETE', `blocked/${data.id}`);
    expect(await find('BSC')).toBeUndefined();
  });

  test('a sanctions list replaces the one before, as a whole or not at all', async () => {
    const [one, two, three] = [fresh(), fresh(), fresh()];
    const replace = (lines: string[]) =>
      ask('PUT', 'sanctions', { type: 'ETH', text: lines.join('\r\n'), note: 'SDN of today' });
    await block('ETH', three);
    expect((await replace(['# header', `${one}, somebody`, '', ` ${two} `, one])).data).toEqual({
      listed: 2,
    });
    expect([await listOf(one), await listOf(two), await listOf(three)]).toEqual([
      'sanctions',
      'sanctions',
      'own',
    ]);
    expect((await replace([one, 'nonsense'])).code).toBe(519);
    expect((await replace(['# nothing'])).code).toBe(519);
    expect(await listOf(two)).toBe('sanctions');
    shop.clock.advance(1_000);
    await replace([three]);
    expect([await listOf(one), await listOf(two), await listOf(three)]).toEqual([
      undefined,
      undefined,
      'sanctions',
    ]);
    const { items, sanctions_listed_at } = (await ask('GET', 'blocked?list=sanctions')).data;
    const never = Object.fromEntries(NETWORKS.map((network) => [network, null]));
    expect(sanctions_listed_at).toEqual({ ...never, ETH: shop.clock.now().toISOString() });
    expect((await ask('DELETE', `blocked/${items[0].id}`)).code).toBe(506);
  });

  test('a list of ten thousand comes in at once', async () => {
    const lines = Array.from({ length: 10_000 }, fresh);
    const { data } = await ask('PUT', 'sanctions', { type: 'ETH', text: lines.join('\n'), note: 'long' });
    expect(data).toEqual({ listed: 10_000 });
    expect(await listOf(lines.at(-1)!)).toBe('sanctions');
  });
});
