import { expect, test } from 'vitest';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { createWorld } from '../../testing/world.ts';
import { loadSettings } from './settings-table.ts';
import { readSiteConfig } from './site-config.ts';

/** Settings are the whole shop's, so what a test stores is undone at its end. */
async function withStored<T>(
  ctx: Ctx,
  key: string,
  value: unknown,
  look: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const found: { result?: T } = {};
  const undone = new Error('undone');
  const step = inTransaction(ctx, async (inner) => {
    const row = { key, value: JSON.stringify(value), updated_at: ctx.clock.now() };
    await inner.db.insertInto('settings').values(row).execute();
    found.result = await look(inner);
    throw undone;
  });
  await step.catch((error: unknown) => {
    if (error !== undone) throw error;
  });
  return found.result as T;
}

test('an untouched shop has the initial settings, money in micro-USDT', async () => {
  const { ctx } = await createWorld();
  expect(await loadSettings(ctx.db)).toMatchObject({
    siteName: 'Portside',
    rechargeMinimumMicro: 10_000_000n,
    rechargeMaximumMicro: 50_000_000_000n,
    rechargeAmountsMicro: [10n, 50n, 100n, 500n, 1000n, 5000n].map((usdt) => usdt * 1_000_000n),
    quoteMinutes: 30,
    retentionDays: 7,
    claimAnswerHours: 24,
  });
});

test('a stored value wins; an invalid one throws, naming the setting', async () => {
  const { ctx } = await createWorld();
  const zone = await withStored(ctx, 'time_zone', 'Asia/Shanghai', async ({ db }) => loadSettings(db));
  expect(zone.timeZone).toBe('Asia/Shanghai');
  await expect(withStored(ctx, 'time_zone', 'Moon/Sea', async ({ db }) => loadSettings(db))).rejects.toThrow(
    'time_zone',
  );
  await expect(withStored(ctx, 'recharge_minimum', 10, async ({ db }) => loadSettings(db))).rejects.toThrow(
    'recharge_minimum',
  );
});

test('the site config shows the addresses of enabled networks, and empty ones of others', async () => {
  const { ctx } = await createWorld();
  const tron = { type: 'TRON', contract_address: 'TContract', wallet_address: 'TWallet' } as const;
  const config = await readSiteConfig({ ...ctx, isSandbox: true }, { listAddresses: async () => [tron] });
  expect(config).toMatchObject({
    contract_address_tron: 'TContract',
    wallet_address_tron: 'TWallet',
    contract_address_eth: '',
    wallet_address_eth: '',
    recharge_amounts: ['10', '50', '100', '500', '1000', '5000'],
    recharge_minimum: '10',
    claim_answer_hours: 24,
    sandbox: true,
  });
});
