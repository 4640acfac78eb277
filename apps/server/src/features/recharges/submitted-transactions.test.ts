import { startDevchain } from '@portside/devchain';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createChainWorld, type ChainWorld, type TestChains } from '../../testing/chain-world.ts';
import { createRecharge } from './create-recharge.ts';
import { readRecharge, submitTxHash } from './own-recharges.ts';

let chains: TestChains;
let world: ChainWorld;
beforeAll(async () => {
  chains = await startDevchain();
  world = await createChainWorld(chains, ['TRON']);
});
afterAll(() => chains.stop());

test('a submitted transaction stays on its top-up, with when it was looked for and whether it came', async () => {
  const buyer = await world.createBuyer();
  const asked = { body: { type: 'TRON', amount: '10' }, idempotencyKey: 'asked' } as const;
  const { order_id, amount, submitted } = await createRecharge(buyer.ctx, asked);
  const params = { order_id };
  expect(submitted).toBeNull();
  const nowhere = 'ab'.repeat(32);
  const looking = await submitTxHash(
    buyer.ctx,
    { params, body: { tx_hash: `0x${nowhere}` } },
    () => undefined,
  );
  expect(looking.submitted).toMatchObject({ tx_hash: nowhere, is_found: false });
  await world.follow('TRON');
  const { submitted: checked } = await readRecharge(buyer.ctx, { params });
  expect(checked).toMatchObject({ tx_hash: nowhere, is_found: false, checked_at: expect.any(String) });

  // Without the digits by which it is recognised.
  const hash = await world.pay('TRON', amount);
  await world.follow('TRON');
  await submitTxHash(buyer.ctx, { params, body: { tx_hash: hash } }, () => undefined);
  const found = await readRecharge(buyer.ctx, { params });
  expect(found).toMatchObject({ sub_state: 'waiting', submitted: { is_found: true } });
  await world.settle('TRON');
  expect(await readRecharge(buyer.ctx, { params })).toMatchObject({ submitted: { is_found: true } });
});
