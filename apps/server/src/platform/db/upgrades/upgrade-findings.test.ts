import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../testing/world.ts';
import { createDb } from '../db.ts';
import { migrate, migrateUpTo } from '../migrate.ts';

/** A shop that kept English sentences: they become codes where they are known, and stay readable where they are not. */

const at = (wallet: number): string => `0x${String(wallet).padStart(40, '0')}`;
let pool: Pool;

beforeAll(async () => {
  pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrateUpTo(db, '0054-not-null-names');
  await pool.query(`
    insert into alarms (kind, network, detail, began_at) values
      ('chainHalted', 'ETH', 'Node a has another block 5 than the final one that was read', now()),
      ('chainLate', 'ETH', '', now());
    insert into chain_statuses (chain_id, network, state, detail, checked_at) values
      (1, 'ETH', 'stalled', 'Node a: no answer', now()), (2, 'TRON', 'following', '', now());
    insert into chain_node_problems values (1, 'a', 'Node a: no answer', now());
    insert into treasury_looks (chain_id, wallet_address, network, problem, looked_at) values
      (1, '${at(1)}', 'ETH', 'USDT is paused', now()), (2, '${at(2)}', 'TRON', null, now()),
      (3, '${at(3)}', 'TRON', 'The token has 18 decimals, not 6', now());
    insert into quarantined_logs (network, chain_id, tx_hash, ordinal, block_number, reason, is_harmless, recorded_at)
      values ('ETH', 1, '0x' || repeat('a', 64), 0, 1, 'the amount is zero', true, now()),
        ('ETH', 1, '0x' || repeat('a', 64), 1, 1, 'sent to the checkout contract: 12.5 USDT from 0xabc', false, now());
    insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time,
        contract_address, from_address, to_address, amount_micro, amount_units, state, held_reason, recorded_at)
      select 'ETH', 1, '0x' || repeat('b', 64), row_number() over (), 1, '0x' || repeat('c', 64), now(),
        '${at(0)}', '${at(1)}', '${at(2)}', 1, 1,
        'rejected', reason, now()
      from unnest(array['Blocked wallet: stolen', 'Sanctioned wallet: OFAC', 'USDT has blocked the sender', null])
        with ordinality as one (reason, place) order by place`);
  await migrate(db);
});

const read = async (column: string, table: string): Promise<unknown[]> =>
  (await pool.query<{ found: unknown }>(`select ${column} as found from ${table} order by ctid`)).rows.map(
    ({ found }) => found,
  );
const sentence = (text: string) => ({ code: 'sentence', facts: { text } });
const bare = (code: string) => ({ code, facts: {} });

test('alarms and chains keep their sentence, or none', async () => {
  expect(await read('findings', 'alarms')).toEqual([
    [sentence('Node a has another block 5 than the final one that was read')],
    [],
  ]);
  expect(await read('reasons', 'chain_statuses')).toEqual([[sentence('Node a: no answer')], []]);
  expect(await read('problem', 'chain_node_problems')).toEqual([sentence('Node a: no answer')]);
});

test('what was always told alike becomes its code', async () => {
  expect(await read('problem', 'treasury_looks')).toEqual([
    bare('tokenPaused'),
    null,
    sentence('The token has 18 decimals, not 6'),
  ]);
  expect(await read('reason', 'quarantined_logs')).toEqual([
    bare('logZero'),
    { code: 'logToCheckout', facts: { amount: '12.5', from: '0xabc' } },
  ]);
  expect(await read('held_reason', 'deposits')).toEqual([
    { code: 'senderBlocked', facts: { note: 'stolen' } },
    { code: 'senderSanctioned', facts: { note: 'OFAC' } },
    bare('senderBlacklisted'),
    null,
  ]);
});
