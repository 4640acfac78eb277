import {
  AgentSignUp,
  ApiKeysFor,
  CommissionPercent,
  CommissionTiers,
  Network,
  parseMicro,
  ProtocolsOn,
  StockDisplay,
  SupportEmail,
  TelegramChatId,
  UsdtAmount,
  WalletConnectProjectId,
  type CommissionTier,
  type Protocol,
} from '@portside/contract';
import * as z from 'zod/mini';
import type { Db } from '../../platform/db/db.ts';
import { runQuery } from '../../platform/db/pipeline.ts';
import { isRuntimeZone } from './time-zones.ts';
import { listStoredValues, retentionDays, settingIn, settingQuery } from './settings.sql.ts';

const Micro = z.pipe(UsdtAmount, z.transform(parseMicro));
const minutes = z.int().check(z.gte(1), z.lte(24 * 60));
const hours = z.int().check(z.gte(1), z.lte(720));
/** At least one image of the largest size. */
const megabytes = z.int().check(z.gte(5), z.lte(100_000));
/** Several of them are in memory at a time. */
const mailMegabytes = z.int().check(z.gte(1), z.lte(25));
const holdDays = z.int().check(z.gte(0), z.lte(365));
const waitHours = z.int().check(z.gte(0), z.lte(720));
const callsAMinute = z.int().check(z.gte(1), z.lte(100_000));
const allowedWallet = z.object({
  type: Network,
  /** 20 bytes, lower-case hex, on every network. */
  address: z.string().check(z.regex(/^0x[0-9a-f]{40}$/)),
  cap: Micro,
});
const timeZone = z.string().check(z.refine(isRuntimeZone, 'Not a time zone'));

/**
 * All settings that an operator can change at run time: key in the table, schema and initial value. Amounts are stored
 * as decimal USDT and read as micro-USDT.
 */
export const settingsTable = {
  siteName: {
    key: 'site_name',
    value: z.string().check(z.minLength(1), z.maxLength(60)),
    initial: 'Portside',
  },
  telegram: { key: 'telegram', value: z.string().check(z.maxLength(100)), initial: '' },
  /** Where buyers write to who have no agent, and blocked ones; empty for none. */
  supportEmail: { key: 'support_email', value: SupportEmail, initial: '' },
  /** How and when agents are paid; empty if they are told to ask. */
  commissionTerms: { key: 'commission_terms', value: z.string().check(z.maxLength(300)), initial: '' },
  /** For how many days commission is held where the warranty of its order is shorter. */
  commissionHoldDays: { key: 'commission_hold_days', value: holdDays, initial: 0 },
  /** Rates by net sales, for agents who have none of their own. */
  commissionTiers: { key: 'commission_tiers', value: CommissionTiers, initial: [] as CommissionTier[] },
  /** Whether buyers can become agents by themselves: not at all, once an operator agrees, or at once; and their rate. */
  agentSignUp: { key: 'agent_sign_up', value: AgentSignUp, initial: 'off' },
  agentSignUpPercent: { key: 'agent_sign_up_percent', value: CommissionPercent, initial: '5' },
  payoutMinimumMicro: { key: 'payout_minimum', value: Micro, initial: '10' },
  /** A payout above it needs a second person. */
  payoutApprovalAboveMicro: { key: 'payout_approval_above', value: Micro, initial: '100' },
  /** Whether buyers can ask for balance back, from how much on, how much each within 30 days, and after how long. */
  balancePayouts: { key: 'balance_payouts', value: z.boolean(), initial: false },
  balancePayoutMinimumMicro: { key: 'balance_payout_minimum', value: Micro, initial: '20' },
  balancePayoutMaximumMicro: { key: 'balance_payout_maximum', value: Micro, initial: '1000' },
  balancePayoutWaitHours: { key: 'balance_payout_wait_hours', value: waitHours, initial: 24 },
  /** The chat that receives alarms; empty for e-mail only. */
  telegramChatId: { key: 'telegram_chat_id', value: TelegramChatId, initial: '' },
  timeZone: { key: 'time_zone', value: timeZone, initial: 'UTC' },
  rechargeAmountsMicro: {
    key: 'recharge_amounts',
    value: z.array(Micro).check(z.minLength(1), z.maxLength(12)),
    initial: ['10', '50', '100', '500', '1000', '5000'],
  },
  rechargeMinimumMicro: { key: 'recharge_minimum', value: Micro, initial: '10' },
  rechargeMaximumMicro: { key: 'recharge_maximum', value: Micro, initial: '50000' },
  /** The largest allowance in safe mode. */
  safeCapMicro: { key: 'safe_cap', value: Micro, initial: '5000' },
  /** Wallets that may give a larger allowance than one payment (whitelist mode), each up to its own cap. */
  allowedWallets: {
    key: 'allowed_wallets',
    value: z.array(allowedWallet).check(z.maxLength(1_000)),
    initial: [] as { type: Network; address: string; cap: string }[],
  },
  /** Identifies the shop to WalletConnect's relay; empty if that is not offered. */
  walletConnectProjectId: {
    key: 'walletconnect_project_id',
    value: WalletConnectProjectId,
    initial: '',
  },
  /** Unmatched deposits below it are recorded, but left out of lists and task counts. */
  depositDisplayMinimumMicro: { key: 'deposit_display_minimum', value: Micro, initial: '0.01' },
  quoteMinutes: { key: 'quote_minutes', value: minutes, initial: 30 },
  retentionDays,
  /** From which share of claimed accounts the sale of an import is stopped; 0: never. */
  claimStopPercent: { key: 'claim_stop_percent', value: z.int().check(z.gte(0), z.lte(100)), initial: 0 },
  /** For how many days withdrawn accounts can be restored before they are erased. */
  restoreDays: { key: 'restore_days', value: z.int().check(z.gte(0), z.lte(90)), initial: 7 },
  /** Whether accounts are mailed to confirmed addresses only; on in shops that begin with it. */
  confirmEmail: { key: 'confirm_email', value: z.boolean(), initial: false },
  /** How exact the stock of products is shown that say nothing else. */
  stockDisplay: { key: 'stock_display', value: StockDisplay, initial: 'exact' },
  /** Within how many hours warranty claims are answered, as buyers are promised. */
  claimAnswerHours: { key: 'claim_answer_hours', value: hours, initial: 24 },
  /** A refund above it needs a second person. */
  refundApprovalAboveMicro: { key: 'refund_approval_above', value: Micro, initial: '100' },
  /** The sum that all admins together can credit manually within 24 hours. */
  manualCreditMaximumMicro: { key: 'manual_credit_maximum', value: Micro, initial: '5000' },
  /** The sum of opening balances in the user imports that start within 24 hours. */
  openingBalanceMaximumMicro: { key: 'opening_balance_maximum', value: Micro, initial: '5000' },
  /** The largest unmatched deposit that one admin alone can credit. */
  singleAssignmentMaximumMicro: { key: 'single_assignment_maximum', value: Micro, initial: '100' },
  /** The sum of unmatched deposits that each admin alone can credit within 24 hours. */
  singleAssignmentDailyMaximumMicro: {
    key: 'single_assignment_daily_maximum',
    value: Micro,
    initial: '500',
  },
  /** The worth of redeem codes that each admin alone can make within 24 hours. */
  redeemAloneMaximumMicro: { key: 'redeem_alone_maximum', value: Micro, initial: '100' },
  /** The worth of redeem codes that all admins together can make within 24 hours. */
  redeemMaximumMicro: { key: 'redeem_maximum', value: Micro, initial: '5000' },
  /** From how much on a buyer's own address is listed as worth sweeping. */
  sweepMinimumMicro: { key: 'sweep_minimum', value: Micro, initial: '100' },
  /** How many megabytes of images buyers may send in a day: from one IP address, and all together. */
  imageMbPerAddress: { key: 'image_mb_per_address', value: megabytes, initial: 50 },
  imageMbPerShop: { key: 'image_mb_per_shop', value: megabytes, initial: 500 },
  /** A delivery e-mail that its file makes larger goes with a link in its place. */
  mailLimitMb: { key: 'mail_limit_mb', value: mailMegabytes, initial: 10 },
  /** Whether buyers may have API keys, where nothing else is said of them; and the calls a minute of each key. */
  apiKeysFor: { key: 'api_keys_for', value: ApiKeysFor, initial: 'everyone' },
  apiKeyPerMinute: { key: 'api_key_per_minute', value: callsAMinute, initial: 600 },
  /** What the shops of resellers may speak here. */
  protocolsOn: { key: 'protocols_on', value: ProtocolsOn, initial: [] as Protocol[] },
};

type Table = typeof settingsTable;
type Settings = { readonly [Name in keyof Table]: z.output<Table[Name]['value']> };

/** All settings in force. Throws, naming the setting, on a stored value that is invalid. */
export async function loadSettings(db: Db): Promise<Settings> {
  const stored = await listStoredValues(db);
  const entries = Object.entries(settingsTable).map(([name, setting]) => [
    name,
    settingIn<unknown>(setting, stored.get(setting.key)),
  ]);
  return Object.fromEntries(entries) as Settings;
}

/** One setting in force. Throws on a stored value that is invalid. */
export const readSetting = <N extends keyof Settings>(db: Db, name: N): Promise<Settings[N]> =>
  runQuery(db, settingQuery<unknown>(settingsTable[name])) as Promise<Settings[N]>;
