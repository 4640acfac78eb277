import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { readAddress } from './block-wallet.ts';
import { deleteSanctions, insertSanctions } from './wallets.sql.ts';

/**
 * Replaces a network's sanctions list: one address a line, what follows white space or a comma is passed
 * over, and so are empty lines and those that begin with #. One line that is no address refuses the whole.
 */
export async function replaceSanctions(
  ctx: Ctx,
  { body }: Input<'replaceSanctions'>,
): Promise<Data<'replaceSanctions'>> {
  requireAction(ctx.actor, 'wallet.write');
  requireFreshCode(ctx);
  const { type: network, note } = body;
  const words = body.text.split(/\r?\n/).map((line) => line.trim().split(/[\s,;]/)[0]!);
  const written = words.filter((word) => word !== '' && !word.startsWith('#'));
  const addresses = [...new Set(written.map((word) => readAddress(network, word, 'text')))];
  if (addresses.length === 0) refuseField('invalidFormat', 'text', 'missing');
  await inTransaction(ctx, async (step) => {
    const before = { listed: await deleteSanctions(step.db, network) };
    await insertSanctions(step.db, { network, note, addresses, now: step.clock.now() });
    const after = { listed: addresses.length, note };
    await recordAudit(step, { action: 'wallet.sanctions', subject: `network:${network}`, before, after });
  });
  return { listed: addresses.length };
}
