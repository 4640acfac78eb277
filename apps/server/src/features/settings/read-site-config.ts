import {
  contractFieldOf,
  formatMicro,
  NETWORKS,
  walletFieldOf,
  type AddressField,
  type Network,
  type Proposal,
  type SiteConfig,
} from '@portside/contract';
import type { Ctx } from '../../platform/context.ts';
import { readShopName } from './brand/shop-name.ts';
import { loadSettings } from './load-settings.ts';

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

/** The settings that every page may know. An address is empty where its network is switched off. */
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
