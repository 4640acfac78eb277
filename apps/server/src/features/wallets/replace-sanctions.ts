import type { Data, Input } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { refuseField } from '../../platform/refusal.ts';
import { parseAddressField } from './block-wallet.ts';
import { deleteSanctions, insertSanctions } from './wallets.sql.ts';

/**
 * Replaces a network's sanctions list. One address per line; anything after white space, a comma or a semicolon
 * is ignored, and so are empty lines and lines that begin with #. Refuses the whole text for one invalid address
 * or without any (invalidFormat).
 */
export async function replaceSanctions(
  ctx: Ctx,
  { body }: Input<'replaceSanctions'>,
): Promise<Data<'replaceSanctions'>> {
  requireAction(ctx.actor, 'wallet.write');
  const { type: network, note } = body;
  const words = body.text.split(/\r?\n/).map((line) => line.trim().split(/[\s,;]/)[0]!);
  const listed = words.filter((word) => word !== '' && !word.startsWith('#'));
  const addresses = [...new Set(listed.map((word) => parseAddressField(network, word, 'text')))];
  if (addresses.length === 0) refuseField('invalidFormat', 'text', 'missing');
  await inTransaction(ctx, async (step) => {
    const before = { listed: await deleteSanctions(step.db, network) };
    await insertSanctions(step.db, { network, note, addresses, now: step.clock.now() });
    const after = { listed: addresses.length, note };
    await recordAudit(step, { action: 'wallet.sanctions', subject: `network:${network}`, before, after });
  });
  return { listed: addresses.length };
}
