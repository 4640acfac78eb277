import { recordOf, toMicro } from '@portside/chain';
import { NETWORKS } from '@portside/contract';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createWorld } from '../../testing/world.ts';
import { microOfUnits, tokenScales } from './token-units.sql.ts';

test('property: units become the same micro-USDT in the database as in the chain package', async () => {
  const { ctx } = await createWorld();
  const units = fc.bigInt({ min: 0n, max: 10n ** 34n });
  const check = fc.asyncProperty(units, async (amount) => {
    const { rows } = await sql<{ network: (typeof NETWORKS)[number]; micro: string }>`
      select network, ${microOfUnits(sql`${amount}::numeric`)}::text as micro from ${tokenScales()}`.execute(
      ctx.db,
    );
    expect(rows).toHaveLength(NETWORKS.length);
    for (const { network, micro } of rows)
      expect(BigInt(micro)).toBe(toMicro(amount, recordOf(network).token.decimals));
  });
  await fc.assert(check, { numRuns: 100 });
});
