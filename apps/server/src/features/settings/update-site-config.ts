import { contractFieldOf, NETWORKS, walletFieldOf, type Data, type Input } from '@portside/contract';
import { inTransaction, type Ctx } from '../../platform/context.ts';
import { changeSettings } from './change-settings.ts';
import { readSiteConfig, type SiteFacts } from './read-site-config.ts';

const ADDRESS_FIELDS = new Set<string>(
  NETWORKS.flatMap((network) => [contractFieldOf(network), walletFieldOf(network)]),
);

/**
 * Merges into the public settings: what is absent stays. Addresses are put before a second person, so the
 * answer may still show the old ones, with the proposals beside it.
 */
export async function updateSiteConfig(
  ctx: Ctx,
  facts: SiteFacts,
  { body }: Input<'updateSiteConfig'>,
): Promise<Data<'updateSiteConfig'>> {
  const { reason, ...rest } = body;
  const settings = Object.entries(rest).filter(([field]) => !ADDRESS_FIELDS.has(field));
  const addresses = NETWORKS.map((type) => ({
    type,
    contract_address: body[contractFieldOf(type)],
    wallet_address: body[walletFieldOf(type)],
    reason,
  }));
  const propose = await facts.prepareAddresses(ctx, addresses);
  return inTransaction(ctx, async (step) => {
    await changeSettings(step, Object.fromEntries(settings));
    const proposals = await propose(step);
    return { ...(await readSiteConfig(step, facts)), proposals };
  });
}
