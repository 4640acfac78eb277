import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { parseSanctions } from './parse-sanctions.ts';
import { deleteSanctions, insertSanctions, lockSanctions } from './wallets.sql.ts';

/** Replaces a network's sanctions list by a text that `parseSanctions` reads, as a whole or not at all. */
export async function replaceSanctions(
  ctx: Ctx,
  { body }: Input<'replaceSanctions'>,
): Promise<Data<'replaceSanctions'>> {
  requireAction(ctx.actor, 'wallet.write');
  const { type: network, note } = body;
  const addresses = parseSanctions(network, body.text);
  await inTransaction(ctx, async (step) => {
    await lockSanctions(step.db);
    const before = { listed: await deleteSanctions(step.db, network) };
    await insertSanctions(step.db, { network, note, addresses, now: step.clock.now() });
    const after = { listed: addresses.length, note };
    await recordAudit(step, { action: 'wallet.sanctions', subject: `network:${network}`, before, after });
  });
  return { listed: addresses.length };
}
