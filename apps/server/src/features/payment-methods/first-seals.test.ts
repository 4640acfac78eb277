import { randomBytes } from 'node:crypto';
import type { Hex } from 'viem';
import { expect, test } from 'vitest';
import { createFollowedChain } from '../../testing/followed-chain.ts';
import { createFreshWorld } from '../../testing/world.ts';
import { findActiveMethod, sealFirstMethods } from './index.ts';

/** Which rows a start vouches for: what stood there before there were seals, once, and nothing written since. */

const thief: Hex = `0x${'66'.repeat(20)}`;
const someAddress = (): Hex => `0x${randomBytes(20).toString('hex')}`;

test('a row of a network that was empty at the first start is never vouched for', async () => {
  const { ctx: fresh } = await createFreshWorld();
  await sealFirstMethods(fresh);
  const addresses = { wallet_address: thief, contract_address: someAddress(), checkout_address: null };
  const times = { created_at: fresh.clock.now(), retired_at: null };
  await fresh.db
    .insertInto('payment_methods')
    .values({ type: 'TRON', chain_id: 7_700_009n, ...addresses, ...times })
    .execute();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
});

test('methods from before there were seals are sealed once, at the next start', async () => {
  const { ctx: fresh } = await createFreshWorld();
  const [wallet_address, contract_address] = [someAddress(), someAddress()];
  const row = { type: 'TRON', chain_id: 7_700_009n, contract_address, wallet_address } as const;
  await fresh.db
    .insertInto('payment_methods')
    .values({ ...row, checkout_address: null, created_at: fresh.clock.now(), retired_at: null })
    .execute();
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toMatchObject(row);
  await fresh.db.updateTable('payment_methods').set({ wallet_address: thief }).execute();
  await fresh.db.deleteFrom('payment_method_seals').execute();
  await sealFirstMethods(fresh);
  expect(await findActiveMethod(fresh, 'TRON')).toBeUndefined();
});

test('a seal from before there were modes vouches for methods without them, and for no others', async () => {
  const { ctx: fresh } = await createFreshWorld();
  await createFollowedChain(fresh, 'ETH');
  const seal = await fresh.db
    .selectFrom('payment_method_seals')
    .selectAll()
    .where('type', '=', 'ETH')
    .executeTakeFirstOrThrow();
  const place = `payment method seal:${seal.id}`;
  const told = JSON.parse(fresh.keyring.open({ keyId: seal.key_id, sealed: seal.sealed }, place)) as {
    methods: Record<string, unknown>[];
  };
  for (const method of told.methods) {
    delete method['mode'];
    delete method['factory_address'];
  }
  const { sealed } = fresh.keyring.seal(JSON.stringify(told), place);
  await fresh.db.updateTable('payment_method_seals').set({ sealed }).where('id', '=', seal.id).execute();
  expect(await findActiveMethod(fresh, 'ETH')).toMatchObject({ mode: 'exact_amount', factory_address: null });
  await fresh.db
    .updateTable('payment_methods')
    .set({ mode: 'own_addresses', factory_address: thief })
    .where('type', '=', 'ETH')
    .execute();
  expect(await findActiveMethod(fresh, 'ETH')).toBeUndefined();
});
