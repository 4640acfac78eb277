import {
  contractFieldOf,
  formatMicro,
  NETWORKS,
  walletFieldOf,
  type AddressField,
  type Network,
  type Proposal,
  type SiteConfig,
  type Data,
  type Input,
} from '@portside/contract';
import { type Ctx, inTransaction } from '../../platform/context.ts';
import { readShopName } from './brand/shop-name.ts';
import { loadSettings } from './settings-table.ts';
import { changeSettings } from './settings.ts';

type Addresses = {
  readonly type: Network;
  readonly contract_address: string;
  readonly wallet_address: string;
};

/** What the public settings show but this feature does not own. */
export type SiteFacts = {
  /** Of the networks that are switched on, written as their network writes them. */
  listAddresses(ctx: Ctx): Promise<readonly Addresses[]>;
  /** Checks new ones; what it answers puts those that change before a second person. */
  prepareAddresses(
    ctx: Ctx,
    addresses: readonly WrittenAddresses[],
  ): Promise<(ctx: Ctx) => Promise<Proposal[]>>;
};

/** What is absent stays as it is. */
type WrittenAddresses = {
  readonly type: Network;
  readonly contract_address: string | undefined;
  readonly wallet_address: string | undefined;
  readonly reason: string | undefined;
};

/** The settings that every page may know. An address is empty if its network is switched off. */
export async function readSiteConfig(ctx: Ctx, facts: Pick<SiteFacts, 'listAddresses'>): Promise<SiteConfig> {
  const settings = await loadSettings(ctx.db);
  const addresses = await facts.listAddresses(ctx);
  return {
    site_name: await readShopName(ctx.db, ctx.language),
    ...addressFields(addresses),
    recharge_amounts: settings.rechargeAmountsMicro.map(formatMicro),
    recharge_minimum: formatMicro(settings.rechargeMinimumMicro),
    recharge_maximum: formatMicro(settings.rechargeMaximumMicro),
    quote_minutes: settings.quoteMinutes,
    retention_days: settings.retentionDays,
    claim_answer_hours: settings.claimAnswerHours,
    time_zone: settings.timeZone,
    telegram: settings.telegram,
    support_email: settings.supportEmail,
    walletconnect_project_id: settings.walletConnectProjectId,
    sandbox: ctx.isSandbox,
  };
}

function addressFields(addresses: readonly Addresses[]): Pick<SiteConfig, AddressField> {
  const fields = NETWORKS.flatMap((network) => {
    const found = addresses.find(({ type }) => type === network);
    return [
      [contractFieldOf(network), found?.contract_address ?? ''],
      [walletFieldOf(network), found?.wallet_address ?? ''],
    ];
  });
  return Object.fromEntries(fields) as Pick<SiteConfig, AddressField>;
}

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
