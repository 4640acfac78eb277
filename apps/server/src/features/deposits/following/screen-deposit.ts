import type { Finding, Network } from '@portside/contract';
import type { Hex } from 'viem';
import type { Db } from '../../../platform/db/db.ts';
import { findBlockedWallet } from '../../wallets/index.ts';
import { type DepositRow, moveDeposit } from '../deposits.sql.ts';
import { chainsOf, readBlacklisted, recordOf, type ChainNode, type Watch } from '@portside/chain';
import type { Ctx } from '../../../platform/context.ts';
import { describeFindings } from '../../../platform/describe-findings.ts';
import { holdDeposit } from '../../ledger/index.ts';

/** Senders on the USDT contract's own blacklist. */
export type Blacklist = ReadonlySet<Hex>;

/** What deposits are screened against, beside the shop's own block lists. */
export type ScreeningInput = {
  readonly blacklist: Blacklist;
  /** Since when each wallet belongs to the shop; absent where only newer blocks are read. */
  readonly since?: ReadonlyMap<Hex, Date>;
};

/** Why a deposit must be held until two people decide on it, null where it is clear. */
export async function screenDeposit(
  db: Db,
  { network, from_address: sender, to_address: wallet, block_time: paidAt }: DepositRow,
  { blacklist, since }: ScreeningInput,
): Promise<Finding | null> {
  const ownedSince = since?.get(wallet);
  // Block times are whole seconds.
  if (ownedSince && paidAt.getTime() + 1_000 <= ownedSince.getTime())
    return { code: 'depositBeforeOwned', facts: {} };
  const blocked = await findBlockedWallet(db, network, sender);
  const code = blocked?.list === 'own' ? 'senderBlocked' : 'senderSanctioned';
  if (blocked) return { code, facts: { note: blocked.note } };
  return blacklist.has(sender) ? { code: 'senderBlacklisted', facts: {} } : null;
}

/** The parameters of a scan that come from the network's record. */
export function scanParametersOf(network: Network): Pick<Watch, 'decimals' | 'maxRange'> {
  return { decimals: recordOf(network).token.decimals, maxRange: chainsOf(network).maxRange };
}

type Asset = { readonly network: Network; readonly token: Hex };

type Asked = { readonly nodes: readonly ChainNode[]; readonly quorum: number };

/** Which senders are on the token's own blacklist; null where too few nodes tell the same. */
export const readBlacklistOf = (
  { network, token }: Asset,
  { nodes, quorum }: Asked,
  senders: readonly Hex[],
): Promise<ReadonlySet<Hex> | null> =>
  readBlacklisted(nodes, { token, blacklist: chainsOf(network).blacklist, quorum }, senders);

/** Holds a deposit that is being recorded until two people decide on it. Announces `depositHeld`. */
export async function holdForReview(ctx: Ctx, deposit: DepositRow, heldReason: Finding): Promise<void> {
  const { id, network, amount_micro: amountMicro } = deposit;
  const isMoved = await moveDeposit(ctx.db, id, { from: 'final', to: 'held', by: 'matcher', heldReason });
  if (!isMoved) throw new Error(`deposit ${id} is not waiting to be matched`);
  await holdDeposit(ctx, { depositId: id, amountMicro });
  const reason = describeFindings('en', [heldReason]);
  ctx.log.warn({ deposit: id, network, reason }, 'deposit held');
  await ctx.events.announce(ctx, 'depositHeld', { deposit });
}
