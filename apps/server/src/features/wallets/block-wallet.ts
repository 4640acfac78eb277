import { parseWallet } from '@portside/chain';
import type { BlockedWallet, Input, Network } from '@portside/contract';
import type { Hex } from 'viem';
import { requireAction } from '../../platform/actor.ts';
import { recordAudit } from '../../platform/audit/record-audit.ts';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { Refusal, refuse } from '../../platform/refusal.ts';
import { presentBlocked } from './wallets.present.ts';
import { deleteOwnBlocked, insertBlocked } from './wallets.sql.ts';

/**
 * Adds a wallet to the operator's own list. Refuses an invalid address (invalidFormat) and a listed wallet
 * (dataExists).
 */
export async function blockWallet(ctx: Ctx, { body }: Input<'blockWallet'>): Promise<BlockedWallet> {
  requireAction(ctx.actor, 'wallet.write');
  const { type, note } = body;
  const address = parseAddressField(type, body.address, 'address');
  return inTransaction(ctx, async (step) => {
    const wallet = { network: type, address, list: 'own', note, created_at: step.clock.now() } as const;
    const row = (await insertBlocked(step.db, wallet)) ?? refuse('dataExists');
    const shown = presentBlocked(row);
    const after = { type, address: shown.address, note };
    await recordAudit(step, { action: 'wallet.block', subject: `wallet:${row.id}`, after });
    return shown;
  });
}

/**
 * Removes a wallet from the operator's own list. Refuses one that is not on it (notFound), so also a sanctioned one.
 */
export async function unblockWallet(ctx: Ctx, id: bigint): Promise<void> {
  requireAction(ctx.actor, 'wallet.write');
  await inTransaction(ctx, async (step) => {
    const { type, address, note } = presentBlocked(
      (await deleteOwnBlocked(step.db, id)) ?? refuse('notFound'),
    );
    const before = { type, address, note };
    await recordAudit(step, { action: 'wallet.unblock', subject: `wallet:${id}`, before });
  });
}

/** The 20 bytes of an address in the network's format. Refuses anything else (invalidFormat), naming the field. */
export function parseAddressField(type: Network, text: string, field: string): Hex {
  try {
    return parseWallet(type, text);
  } catch (error) {
    const detail = `${text.slice(0, 64)}: ${(error as Error).message}`;
    throw new Refusal('invalidFormat', detail, [{ field, fault: 'wrong' }]);
  }
}
