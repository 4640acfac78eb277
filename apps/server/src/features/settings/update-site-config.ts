import type { Data, Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { requireFreshCode } from '../../platform/require-fresh-code.ts';
import { changeSettings } from './change-settings.ts';
import { readSiteConfig, type SiteFacts } from './read-site-config.ts';

/**
 * Merges into the public settings: what is absent stays. Addresses are put before a second person, so the
 * answer may still show the old ones, with the proposals beside it.
 */
export async function updateSiteConfig(
  ctx: Ctx,
  facts: SiteFacts,
  { body }: Input<'updateSiteConfig'>,
): Promise<Data<'updateSiteConfig'>> {
  requireFreshCode(ctx);
  const { contract_address_eth, wallet_address_eth, contract_address_tron, wallet_address_tron, ...rest } =
    body;
  const { reason, ...settings } = rest;
  const eth = { contract_address: contract_address_eth, wallet_address: wallet_address_eth };
  const tron = { contract_address: contract_address_tron, wallet_address: wallet_address_tron };
  const proposeTron = await facts.prepareAddresses(ctx, { type: 'TRON', ...tron, reason });
  const proposeEth = await facts.prepareAddresses(ctx, { type: 'ETH', ...eth, reason });
  return inTransaction(ctx, async (step) => {
    await changeSettings(step, settings);
    const proposals = [await proposeTron(step), await proposeEth(step)];
    return { ...(await readSiteConfig(step, facts)), proposals: proposals.filter((one) => one !== null) };
  });
}
