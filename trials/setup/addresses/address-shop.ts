import { create2PrefixOf, type Network } from '@portside/chain';
import { sql } from 'kysely';
import { randomBytes, randomInt } from 'node:crypto';
import type { Hex } from 'viem';
import { ownAddressOf } from '../../../apps/server/src/features/deposit-addresses/index.ts';
import { setPaymentMethod } from '../../../apps/server/src/features/payment-methods/index.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { DAY_MS } from '../../../apps/server/src/platform/clock.ts';

export type OwnAddress = { readonly userId: bigint; readonly address: Hex };

export type AddressShop = {
  readonly network: Network;
  readonly chainId: number;
  readonly token: Hex;
  readonly treasury: Hex;
  readonly factory: Hex;
};

const someHex = (bytes: number): Hex => `0x${randomBytes(bytes).toString('hex')}`;
const PART = 2_000;

/** A network with deposit addresses on a chain whose nodes the trial plays; optionally with a former wallet. */
export async function openAddressShop(
  ctx: Ctx,
  network: Network,
  { hasFormerWallet = false } = {},
): Promise<AddressShop> {
  const chainId = 1_000_000_000 + randomInt(1_000_000_000);
  const shop = { network, chainId, token: someHex(20), treasury: someHex(20), factory: someHex(20) };
  const method = { type: network, chainId, contractAddress: shop.token, checkoutAddress: null };
  if (hasFormerWallet)
    await setPaymentMethod(ctx, { ...method, walletAddress: someHex(20), nodesOnLoopback: true });
  await setPaymentMethod(ctx, {
    ...method,
    walletAddress: shop.treasury,
    factoryAddress: shop.factory,
    nodesOnLoopback: true,
  });
  return shop;
}

/** Buyers with an address each, as the shop's key makes it; none of them hot. */
export async function makeAddresses(ctx: Ctx, shop: AddressShop, count: number): Promise<OwnAddress[]> {
  const place = {
    chainId: BigInt(shop.chainId),
    factory: {
      prefix: create2PrefixOf(shop.network, shop.chainId),
      factory: shop.factory,
      treasury: shop.treasury,
    },
  };
  const users = await makeUsers(ctx, count);
  const long = new Date(ctx.clock.now().getTime() - 400 * DAY_MS);
  const made: OwnAddress[] = [];
  for (let start = 0; start < users.length; start += PART) {
    const rows = users.slice(start, start + PART).map((userId) => ({
      user_id: userId,
      network: shop.network,
      chain_id: place.chainId,
      factory_address: shop.factory,
      ...ownAddressOf(ctx.keyring, place, userId),
      created_at: long,
      opened_at: long,
    }));
    await ctx.db.insertInto('deposit_addresses').values(rows).execute();
    made.push(...rows.map(({ user_id: userId, address }) => ({ userId, address })));
  }
  return made;
}

/** Marks these as paid at that time: the follower reads them with every scan for a week. */
export const heat = (ctx: Ctx, addresses: readonly OwnAddress[], paidAt: Date): Promise<unknown> =>
  update(ctx, addresses, { paid_at: paidAt });

/** Marks these as opened at that time by buyers who never paid: only so many of them are hot for two days. */
export const setOpened = (ctx: Ctx, addresses: readonly OwnAddress[], openedAt: Date): Promise<unknown> =>
  update(ctx, addresses, { opened_at: openedAt });

/** Gives each of these a balance in the books. */
export async function fund(ctx: Ctx, shop: AddressShop, addresses: readonly OwnAddress[]): Promise<void> {
  const place = { network: shop.network, chain_id: BigInt(shop.chainId), units: '1', sweeps: 0 };
  const rows = addresses.map(({ address }) => ({ ...place, address }));
  await ctx.db.insertInto('address_funds').values(rows).execute();
}

const update = (
  ctx: Ctx,
  addresses: readonly OwnAddress[],
  change: { readonly paid_at: Date } | { readonly opened_at: Date },
): Promise<unknown> =>
  ctx.db
    .updateTable('deposit_addresses')
    .set(change)
    .where(
      'user_id',
      'in',
      addresses.map(({ userId }) => userId),
    )
    .execute();

/** Rows only, each with the ledger account that credits go to. */
async function makeUsers(ctx: Ctx, count: number): Promise<bigint[]> {
  const mark = randomBytes(4).toString('hex');
  const { rows } = await sql<{ id: bigint }>`
    with made as (
      insert into users (username, username_key, email, email_key, password_hash, language, created_at)
      select ${mark} || n, ${mark} || n, ${mark} || n || '@x.example', ${mark} || n || '@x.example', '-', 'en', now()
      from generate_series(1, ${count}::int) as n returning id
    ), accounts as (
      insert into ledger_accounts (id, kind, user_id, balance_micro) select id, 'available', id, 0 from made
    ) select id from made`.execute(ctx.db);
  return rows.map(({ id }) => id);
}
