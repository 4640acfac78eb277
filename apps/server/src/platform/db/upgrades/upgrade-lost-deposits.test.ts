import type { Pool } from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase } from '../../../testing/world.ts';
import { createDb } from '../db.ts';
import { migrate, migrateUpTo } from '../migrate.ts';

/** A shop that has reversed deposits: one that was swept before, and one that the chain had lost. */

const at = (address: number): string => `0x${String(address).padStart(40, '0')}`;
const [SWEPT, LOST] = [at(7), at(8)];
let pool: Pool;

beforeAll(async () => {
  pool = await createEmptyDatabase();
  const db = createDb(pool);
  await migrateUpTo(db, '0112-address-look-positions');
  await pool.query(`
    insert into users (username, username_key, email, email_key, password_hash, created_at)
      values ('buyer', 'buyer', 'buyer@example.org', 'buyer@example.org', '', now());
    insert into deposits (network, chain_id, tx_hash, ordinal, block_number, block_hash, block_time, contract_address,
        from_address, to_address, amount_micro, amount_units, state, user_id, owner_id, recorded_at)
      select 'ETH', 1, '0x' || repeat('b', 64), place, 1, '0x' || repeat('c', 64), now(), '${at(0)}', '${at(1)}', address,
        40, 40, state, id, id, now()
      from users, (values (1, '${SWEPT}', 'reversed'), (2, '${LOST}', 'reversed'), (3, '${LOST}', 'credited'))
        as one (place, address, state);
    insert into deposit_sweeps (network, chain_id, tx_hash, ordinal, block_number, block_time, from_address, to_address,
        amount_units, recorded_at)
      values ('ETH', 1, '0x' || repeat('d', 64), 0, 2, now(), '${SWEPT}', '${at(1)}', 40, now())`);
  await migrate(db);
});

test('an address is not below zero for what was reversed after it was swept', async () => {
  const { rows } = await pool.query(`
    select address, sum(units)::int as units from (
      select address, units from address_funds union all select address, units from address_changes) funds
    group by address order by address`);
  expect(rows).toEqual([
    { address: SWEPT, units: 0 },
    { address: LOST, units: 40 },
  ]);
});

test('what was reversed and not swept is lost, and nothing else', async () => {
  const { rows } = await pool.query(`select ordinal, is_confirmed from deposits order by ordinal`);
  expect(rows.map(({ is_confirmed }: { is_confirmed: boolean }) => is_confirmed)).toEqual([
    true,
    false,
    true,
  ]);
});
