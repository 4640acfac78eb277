import { NETWORKS, walletFieldOf, type Network } from '@portside/contract';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAdmin, createPerson } from '../../testing/people.ts';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { forgetMethods } from '../../testing/sealed-rows.ts';
import { createTestShop, type TestShop } from '../../testing/app.ts';
import { evaluateAlarms } from '../alarms/evaluate-alarms.ts';
import { createRecharge } from '../recharges/create-recharge.ts';
import type { Ctx } from '../../platform/context.ts';
import { createRotateKeysJob } from '../../platform/keys/rotate-keys.ts';
import { Keyring } from '../../platform/keys/keyring.ts';
import {
  findActiveMethod,
  listWatchedTreasuries,
  sealedMethods,
  sealFirstMethods,
  setPaymentMethod,
} from './index.ts';
import { switchMethod, restorePaymentMethods } from './activate-method.ts';

/** An attacker who can write to the database but does not have the keys. */

let shop: TestShop;
let ctx: Ctx;
beforeEach(async () => {
  shop ??= await createTestShop();
  ({ ctx } = shop);
  await forgetMethods(ctx);
  for (const network of NETWORKS) await createFollowedChain(ctx, network);
});

const thief: Hex = `0x${'66'.repeat(20)}`;
const someAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;
const rowsOf = (type: Network) =>
  ctx.db.selectFrom('payment_methods').selectAll().where('type', '=', type).orderBy('id').execute();
const sealOf = (type: Network) =>
  ctx.db.selectFrom('payment_method_seals').selectAll().where('type', '=', type).executeTakeFirstOrThrow();
const putSeal = (type: Network, { key_id, sealed }: { key_id: string; sealed: Buffer }) =>
  ctx.db.updateTable('payment_method_seals').set({ key_id, sealed }).where('type', '=', type).execute();
const putRows = async (type: Network, rows: Awaited<ReturnType<typeof rowsOf>>) => {
  await ctx.db.deleteFrom('payment_methods').where('type', '=', type).execute();
  for (const row of rows)
    await sql`insert into payment_methods overriding system value
      select * from jsonb_populate_record(null::payment_methods, ${JSON.stringify(row, (_, value: unknown) =>
        typeof value === 'bigint' ? value.toString() : value,
      )}::jsonb)`.execute(ctx.db);
};
/** A new wallet for a network, set by the shop. */
const setWallet = async (type: Network, walletAddress: Hex): Promise<void> => {
  const active = (await findActiveMethod(ctx, type))!;
  await setPaymentMethod(ctx, {
    type,
    chainId: Number(active.chain_id),
    contractAddress: active.contract_address,
    walletAddress,
    checkoutAddress: null,
    nodesOnLoopback: true,
  });
};
const ask = async (type: Network) => {
  const { actor } = await createPerson(ctx);
  const input = { body: { type, amount: '10' }, idempotencyKey: randomBytes(8).toString('hex') };
  return createRecharge({ ...ctx, actor }, input);
};

const ALL_BUT_ETH = NETWORKS.filter((type) => type !== 'ETH');
async function expectOff(type: Network, others: readonly Network[]): Promise<void> {
  const { items } = (await shop.call('GET', '/api/payment-methods/enabled')).data;
  expect(items.map((one: { type: Network }) => one.type)).toEqual(others);
  const config = (await shop.call('GET', '/api/site-config')).data;
  const shown = (network: Network): string => config[walletFieldOf(network)];
  expect(shown(type)).toBe('');
  for (const other of others) expect(shown(other)).not.toBe('');
  await expect(ask(type)).rejects.toMatchObject({ reason: 'topUpsOff' });
  expect(await listWatchedTreasuries(ctx, type, ctx.clock.now())).toBeNull();
  const alarms = (await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'sealBroken');
  expect(alarms).toMatchObject([{ network: type }]);
}

async function expectOn(type: Network): Promise<void> {
  const { items } = (await shop.call('GET', '/api/payment-methods/enabled')).data;
  expect(items.map((one: { type: Network }) => one.type)).toContain(type);
  expect((await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'sealBroken')).toEqual([]);
}

test('what the shop itself has written is served', async () => {
  for (const type of NETWORKS) await expectOn(type);
  expect((await ask('ETH')).wallet_address).toMatch(/^0x/);
});

const attacks: [string, () => Promise<unknown>][] = [
  [
    'changes the wallet',
    () =>
      ctx.db
        .updateTable('payment_methods')
        .set({ wallet_address: thief })
        .where('type', '=', 'ETH')
        .where('retired_at', 'is', null)
        .execute(),
  ],
  [
    'changes the checkout contract',
    () =>
      ctx.db
        .updateTable('payment_methods')
        .set({ checkout_address: thief })
        .where('type', '=', 'ETH')
        .execute(),
  ],
  [
    'adds a retired wallet of their own, to which they then pay themselves',
    () =>
      ctx.db
        .insertInto('payment_methods')
        .columns(['type', 'chain_id', 'contract_address', 'wallet_address', 'created_at', 'retired_at'])
        .expression((from) =>
          from
            .selectFrom('payment_methods')
            .where('type', '=', 'ETH')
            .where('retired_at', 'is', null)
            .select((row) => [
              'type',
              'chain_id',
              'contract_address',
              row.val(thief).as('wallet_address'),
              'created_at',
              row.val(ctx.clock.now()).as('retired_at'),
            ]),
        )
        .execute(),
  ],
  ['deletes the rows', () => ctx.db.deleteFrom('payment_methods').where('type', '=', 'ETH').execute()],
  ['deletes the seal', () => ctx.db.deleteFrom('payment_method_seals').where('type', '=', 'ETH').execute()],
  [
    'deletes rows and seal',
    async () => {
      await ctx.db.deleteFrom('payment_methods').where('type', '=', 'ETH').execute();
      await ctx.db.deleteFrom('payment_method_seals').where('type', '=', 'ETH').execute();
    },
  ],
  [
    'puts the whole old row back, with its seal',
    async () => {
      const [rows, seal] = [await rowsOf('ETH'), await sealOf('ETH')];
      await setWallet('ETH', someAddress());
      await putRows('ETH', rows);
      await putSeal('ETH', seal);
    },
  ],
  [
    'puts rows and seal back, and writes an audit entry with the old version',
    async () => {
      const [rows, seal] = [await rowsOf('ETH'), await sealOf('ETH')];
      await setWallet('ETH', someAddress());
      await putRows('ETH', rows);
      await putSeal('ETH', seal);
      await sql`insert into audit_entries (id, at, job, address, request_id, action, subject, after, previous_hash, hash)
        select max(id) + 1, now(), 'x', '', '', 'paymentMethod.change', 'paymentMethod:ETH',
          '{"address_version": "1"}', '\\x00', '\\x00' from audit_entries`.execute(ctx.db);
    },
  ],
  ['copies the seal of another network', async () => putSeal('ETH', await sealOf('TRON'))],
  ['makes up a seal', async () => putSeal('ETH', { ...(await sealOf('ETH')), sealed: randomBytes(200) })],
  [
    'switches on what was switched off',
    async () => {
      await switchMethod(ctx, (await findActiveMethod(ctx, 'ETH'))!.id, false);
      await ctx.db.updateTable('payment_methods').set({ enabled: true }).where('type', '=', 'ETH').execute();
    },
  ],
];

describe.each(attacks)('whoever %s', (_, attack) => {
  test('has switched the network off, with an alarm', async () => {
    await attack();
    await expectOff('ETH', ALL_BUT_ETH);
    // A start does not vouch for it, nor can one person set an address at once as if it were the first.
    await sealFirstMethods(ctx);
    await expectOff('ETH', ALL_BUT_ETH);
  });

  test('loses to two people, who set the address anew', async () => {
    await attack();
    const own = someAddress();
    const { chain_id: chainId } = (await findActiveMethod(ctx, 'TRON'))!;
    await setPaymentMethod(ctx, {
      type: 'ETH',
      chainId: Number(chainId) + 1,
      contractAddress: someAddress(),
      walletAddress: own,
      checkoutAddress: null,
      nodesOnLoopback: true,
    });
    expect((await findActiveMethod(ctx, 'ETH'))?.wallet_address).toBe(own);
    const wallets = (await rowsOf('ETH')).map(({ wallet_address }) => wallet_address);
    expect(wallets).not.toContain(thief);
    const faults = (await evaluateAlarms(ctx)).filter(({ kind }) => kind === 'sealBroken');
    expect(faults).toEqual([]);
  });
});

test('what the seal tells can be put back by one person with a fresh code; an old seal tells nothing', async () => {
  const before = await rowsOf('ETH');
  const admin = await signInAdmin(ctx);
  const restore = () =>
    restorePaymentMethods(admin.ctx, { body: { type: 'ETH', reason: 'somebody was in the database' } });
  await expect(restore()).rejects.toMatchObject({ reason: 'notFound' });
  await attacks[0]![1]();
  await attacks[2]![1]();
  const { method } = await restore();
  expect(method).toMatchObject({ type: 'ETH', sealed: true });
  expect(await rowsOf('ETH')).toEqual(before);
  await expectOn('ETH');

  const [rows, seal] = [await rowsOf('ETH'), await sealOf('ETH')];
  await setWallet('ETH', someAddress());
  await putRows('ETH', rows);
  await putSeal('ETH', seal);
  await expect(restore()).rejects.toMatchObject({ reason: 'addressesChanged' });
});

test('nobody switches or retires what the shop has not written, which would seal it', async () => {
  const { id } = (await findActiveMethod(ctx, 'ETH'))!;
  await attacks[0]![1]();
  await expect(switchMethod(ctx, id, false)).rejects.toMatchObject({ reason: 'addressesChanged' });
});

test('a seal outlives the rotation of the keys', async () => {
  const { key_id } = await sealOf('ETH');
  const [older, newer] = [randomBytes(32), randomBytes(32)];
  const fingerprint = Buffer.alloc(32, 7);
  const old = { ...ctx, keyring: new Keyring(new Map([['k-old', older]]), fingerprint) };
  await forgetMethods(old);
  for (const network of NETWORKS) await createFollowedChain(old, network);
  const both = new Keyring(
    new Map([
      ['k-new', newer],
      ['k-old', older],
    ]),
    fingerprint,
  );
  const rotating = { ...ctx, keyring: both };
  const job = createRotateKeysJob(rotating, [sealedMethods]);
  for (let left = 20; left > 0 && (await sealOf('ETH')).key_id !== 'k-new'; left--) await job.run();
  expect((await sealOf('ETH')).key_id).toBe('k-new');
  expect(await findActiveMethod(rotating, 'ETH')).toBeDefined();
  expect(key_id).toBe('k1');
  await forgetMethods(ctx);
});
