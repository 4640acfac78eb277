import * as z from 'zod/mini';
import {
  AgentSignUp,
  CommissionPercent,
  CommissionTiers,
  UsdtAmount,
  Email,
  line,
  Network,
  NETWORKS,
  paragraphs,
  whole,
} from '../wire/values.ts';
import { Proposal, Reason } from '../approvals.ts';
import { StockDisplay } from '../goods/goods.ts';
import { PROTOCOLS } from '../wire/actions.ts';
import { endpoints } from '../wire/endpoint.ts';

/** Empty if WalletConnect is not offered. */
export const WalletConnectProjectId = z.string().check(z.regex(/^([0-9a-f]{32})?$/));

/** A chat's id, or the public name of a channel or group; empty for alarms by e-mail only. */
export const TelegramChatId = z.string().check(z.regex(/^(-?\d{1,20}|@[A-Za-z]\w{4,31})?$/));

/** Who may have API keys, where nothing else is said of a user. */
export const API_KEYS_FOR = ['everyone', 'nobody'] as const;
export const ApiKeysFor = z.enum(API_KEYS_FOR);

/** What the shops of resellers may speak here. */
export const ProtocolsOn = z.array(z.enum(PROTOCOLS)).check(z.maxLength(PROTOCOLS.length));

/** Where buyers write to; empty if the shop names none. */
export const SupportEmail = z.union([z.literal(''), Email]);

/** One of a network's addresses, as the site config names it: `wallet_address_eth`. */
export type AddressField = `${'contract' | 'wallet'}_address_${Lowercase<Network>}`;

/** The field of the site config with the token contract of a network, by its id in lower case. */
export const contractFieldOf = (network: Network) => `contract_address_${lower(network)}` as const;
/** The field of the site config with the wallet address that a network's payments go to. */
export const walletFieldOf = (network: Network) => `wallet_address_${lower(network)}` as const;

const lower = (network: Network) => network.toLowerCase() as Lowercase<Network>;

const addressFields = <T extends z.ZodMiniType>(value: T) =>
  Object.fromEntries(
    NETWORKS.flatMap((network) => [contractFieldOf(network), walletFieldOf(network)]).map((field) => [
      field,
      value,
    ]),
  ) as Record<AddressField, T>;

/** Public settings; merged into the web app's config at its start. */
export const SiteConfig = z.object({
  site_name: z.string(),
  ...addressFields(z.string()),
  recharge_amounts: z.array(z.string()),
  recharge_minimum: z.string(),
  recharge_maximum: z.string(),
  quote_minutes: z.int(),
  retention_days: z.int(),
  claim_answer_hours: z.int(),
  /** Where the shop's days begin and end. */
  time_zone: z.string(),
  telegram: z.string(),
  support_email: z.string(),
  walletconnect_project_id: z.string(),
  sandbox: z.boolean(),
});
export type SiteConfig = z.infer<typeof SiteConfig>;

/** Settings that everybody can read. */
const publicSettings = {
  site_name: line(60, 1),
  telegram: line(100),
  support_email: SupportEmail,
  recharge_amounts: z.array(UsdtAmount),
  recharge_minimum: UsdtAmount,
  recharge_maximum: UsdtAmount,
  quote_minutes: whole(1, 24 * 60),
  retention_days: whole(1, 365),
  /** Hours within which warranty claims are answered; buyers see it before they order. */
  claim_answer_hours: whole(1, 720),
  walletconnect_project_id: WalletConnectProjectId,
};

/** All settings that an operator can change at run time; amounts in USDT. */
export const ShopSettings = z.object({
  ...publicSettings,
  /** From which share of claimed accounts, in percent of those sold, the sale of an import is stopped; 0: never. */
  claim_stop_percent: whole(0, 100),
  /** For how many days withdrawn accounts can be restored before they are erased. */
  restore_days: whole(0, 90),
  /** Whether accounts are e-mailed only to addresses that the buyer has confirmed; others get a link to the order. */
  confirm_email: z.boolean(),
  /** How exact the stock of products is shown that say nothing else. */
  stock_display: StockDisplay,
  time_zone: line(64, 1),
  /** How and when agents are paid, as their pages say. */
  commission_terms: paragraphs(300),
  /** Commission is held for the warranty of its order, and at least for so many days. */
  commission_hold_days: whole(0, 365),
  /** Rates of commission by net sales of a month, for agents who have none of their own. */
  commission_tiers: CommissionTiers,
  agent_sign_up: AgentSignUp,
  /** The rate of agents who sign up by themselves. */
  agent_sign_up_percent: CommissionPercent,
  /** The least that an agent can ask for. */
  payout_minimum: UsdtAmount,
  /** Larger payouts, each or together by one admin within 24 hours, need a second person. */
  payout_approval_above: UsdtAmount,
  /** Whether buyers can ask for their own top-ups back. */
  balance_payouts: z.boolean(),
  balance_payout_minimum: UsdtAmount,
  /** What each buyer can get back within 30 days. */
  balance_payout_maximum: UsdtAmount,
  /** How long after the request it can be paid at the earliest. */
  balance_payout_wait_hours: whole(0, 720),
  /** The chat that receives alarms. */
  telegram_chat_id: TelegramChatId,
  /** The largest allowance that wallets are asked for. */
  safe_cap: UsdtAmount,
  /** Wallets that may grant more, each up to its own cap; 20 bytes in lower-case hex on every network. */
  allowed_wallets: z.array(z.object({ type: Network, address: line(42, 42), cap: UsdtAmount })),
  /** Smaller unmatched deposits are recorded, but listed only on request. */
  deposit_display_minimum: UsdtAmount,
  /** Larger refunds, of one order or by one admin within 24 hours, need a second person. */
  refund_approval_above: UsdtAmount,
  /** The most that all admins together can credit manually within 24 hours. */
  manual_credit_maximum: UsdtAmount,
  /** The most opening balance that user imports can bring within 24 hours. */
  opening_balance_maximum: UsdtAmount,
  /**
   * The largest unmatched deposit that one admin can credit without a second person, to the only buyer whom a proof
   * connects with it.
   */
  single_assignment_maximum: UsdtAmount,
  /** The most that each admin can credit that way within 24 hours. */
  single_assignment_daily_maximum: UsdtAmount,
  /** The worth of redeem codes that each admin can make without a second person within 24 hours. */
  redeem_alone_maximum: UsdtAmount,
  /** The worth of redeem codes that all admins together can make within 24 hours. */
  redeem_maximum: UsdtAmount,
  /** The least amount at a deposit address that is worth sweeping. */
  sweep_minimum: UsdtAmount,
  /** Megabytes of images that buyers may send in a day: from one IP address, and all together. */
  image_mb_per_address: whole(5, 100_000),
  image_mb_per_shop: whole(5, 100_000),
  /** Megabytes of the largest delivery e-mail; one that its file makes larger goes with a link to the order instead. */
  mail_limit_mb: whole(1, 25),
  api_keys_for: ApiKeysFor,
  /** Calls a minute of each API key. */
  api_key_per_minute: whole(1, 100_000),
  protocols_on: ProtocolsOn,
});
export type ShopSettings = z.infer<typeof ShopSettings>;

const Address = line(64, 1);

export const settingsEndpoints = endpoints({
  readSiteConfig: { access: 'visitor', summary: 'Public settings of the shop', data: SiteConfig },
  updateSiteConfig: {
    freshCode: true,
    summary:
      "Update public settings; addresses become proposals for a second person, except the shop's very first, " +
      'which may be those of several networks',
    body: z.partial(
      z.object({
        ...publicSettings,
        ...addressFields(Address),
        reason: Reason,
      }),
    ),
    data: z.extend(SiteConfig, { proposals: z.array(Proposal) }),
  },
  readSettings: {
    summary: 'All settings',
    data: ShopSettings,
  },
  listTimeZones: {
    summary: 'The time zones that the shop can have, by name',
    data: z.object({ time_zones: z.array(z.string()) }),
  },
  replaceSettings: {
    freshCode: true,
    summary:
      'Update all settings; absent ones return to their defaults. Raising a limit that guards money (refund_approval_above, manual_credit_maximum, opening_balance_maximum, single_assignment_maximum, single_assignment_daily_maximum, redeem_alone_maximum, redeem_maximum, payout_approval_above) becomes a proposal for a second person; the old value applies until it is carried out',
    body: z.extend(z.partial(ShopSettings), { reason: z.optional(Reason) }),
    /** With the proposals that this call created, if any. */
    data: z.extend(ShopSettings, { proposals: z.optional(z.array(Proposal)) }),
  },
  sendTestMail: {
    summary: "Send a test e-mail now, and return the mail server's error if there is one",
    perMinute: 10,
    body: z.object({ to: Email }),
    data: z.object({ problem: z.nullable(z.string()) }),
  },
  sendTestTelegram: {
    summary: "Send a test message through the bot now, and return Telegram's error if there is one",
    perMinute: 10,
    body: z.object({ chat_id: TelegramChatId.check(z.minLength(1)) }),
    data: z.object({ problem: z.nullable(z.string()) }),
  },
});
