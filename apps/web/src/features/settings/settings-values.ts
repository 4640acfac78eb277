import {
  CommissionPercent,
  CommissionTiers,
  SupportEmail,
  type CommissionTier,
  type ShopSettings,
} from '@portside/contract';
import { GUARDED_LIMITS, GUARDED_SETTINGS, loosens } from '@portside/contract/wire/limits';
import { parseMicro } from '@portside/contract/wire/money';

/** The form's values: all settings except wallets and the alarm chat, which have forms of their own. */
export type SettingsValues = Omit<ShopSettings, 'allowed_wallets' | 'telegram_chat_id'>;

export function toFormValues(settings: ShopSettings): SettingsValues {
  const { allowed_wallets: _, telegram_chat_id: __, ...values } = settings;
  return values;
}

export type Problem = 'empty' | 'email' | 'amount' | 'outside' | 'order' | 'projectId' | 'percent' | 'tiers';

const AMOUNT = /^(0|[1-9]\d{0,11})(\.\d{1,6})?$/;
const isAmount = (text: string): boolean => AMOUNT.test(text.trim());
/** Micro-USDT. */
const read = (text: string): bigint => parseMicro(text.trim());

/** The problem of a field's value; null if it is valid. */
export const checkSettings = {
  site_name: (value: string): Problem | null => (value.trim() === '' ? 'empty' : null),
  support_email: (value: string): Problem | null =>
    SupportEmail.safeParse(value.trim()).success ? null : 'email',
  /** A number field holds a string while it is empty. */
  count: (value: unknown): Problem | null => (typeof value === 'number' ? null : 'empty'),
  amount: (value: string): Problem | null => (isAmount(value) ? null : 'amount'),
  percent: (value: string): Problem | null =>
    CommissionPercent.safeParse(value.trim()).success ? null : 'percent',
  commission_tiers: (value: readonly CommissionTier[]): Problem | null =>
    CommissionTiers.safeParse(value).success ? null : 'tiers',
  walletconnect_project_id: (value: string): Problem | null =>
    /^([0-9a-f]{32})?$/.test(value.trim()) ? null : 'projectId',
  recharge_maximum: (value: string, { recharge_minimum: minimum }: SettingsValues): Problem | null => {
    if (!isAmount(value)) return 'amount';
    return isAmount(minimum) && read(value) < read(minimum) ? 'order' : null;
  },
  recharge_amounts: (value: readonly string[], all: SettingsValues): Problem | null => {
    if (value.length === 0) return 'empty';
    if (!value.every(isAmount)) return 'amount';
    const { recharge_minimum: minimum, recharge_maximum: maximum } = all;
    if (!isAmount(minimum) || !isAmount(maximum)) return null;
    const isInside = (amount: string) => read(amount) >= read(minimum) && read(amount) <= read(maximum);
    return value.every(isInside) ? null : 'outside';
  },
};

const AMOUNTS = [
  'safe_cap',
  'deposit_display_minimum',
  'refund_approval_above',
  'manual_credit_maximum',
  'opening_balance_maximum',
  'single_assignment_maximum',
  'single_assignment_daily_maximum',
  'redeem_alone_maximum',
  'redeem_maximum',
  'payout_minimum',
  'payout_approval_above',
  'balance_payout_minimum',
  'balance_payout_maximum',
  'sweep_minimum',
] as const;

/** The form's checks; each returns the problem worded by `word`, or null. */
export function settingsRules<W>(word: (problem: Problem) => W) {
  const say = (problem: Problem | null): W | null => problem && word(problem);
  const amount = (value: string) => say(checkSettings.amount(value));
  return {
    site_name: (value: string) => say(checkSettings.site_name(value)),
    support_email: (value: string) => say(checkSettings.support_email(value)),
    recharge_minimum: amount,
    quote_minutes: (value: unknown) => say(checkSettings.count(value)),
    retention_days: (value: unknown) => say(checkSettings.count(value)),
    commission_hold_days: (value: unknown) => say(checkSettings.count(value)),
    balance_payout_wait_hours: (value: unknown) => say(checkSettings.count(value)),
    commission_tiers: (value: readonly CommissionTier[]) => say(checkSettings.commission_tiers(value)),
    agent_sign_up_percent: (value: string) => say(checkSettings.percent(value)),
    restore_days: (value: unknown) => say(checkSettings.count(value)),
    claim_stop_percent: (value: unknown) => say(checkSettings.count(value)),
    claim_answer_hours: (value: unknown) => say(checkSettings.count(value)),
    image_mb_per_address: (value: unknown) => say(checkSettings.count(value)),
    image_mb_per_shop: (value: unknown) => say(checkSettings.count(value)),
    api_key_per_minute: (value: unknown) => say(checkSettings.count(value)),
    mail_limit_mb: (value: unknown) => say(checkSettings.count(value)),
    walletconnect_project_id: (value: string) => say(checkSettings.walletconnect_project_id(value)),
    recharge_maximum: (value: string, all: SettingsValues) => say(checkSettings.recharge_maximum(value, all)),
    recharge_amounts: (value: readonly string[], all: SettingsValues) =>
      say(checkSettings.recharge_amounts(value, all)),
    ...Object.fromEntries(AMOUNTS.map((name) => [name, amount])),
  };
}

const RULES = {
  agent_sign_up_percent: checkSettings.percent,
  commission_tiers: checkSettings.commission_tiers,
  balance_payout_wait_hours: checkSettings.count,
};

/** Whether saving needs a colleague's approval. */
export const isLimitRaised = (values: SettingsValues, stored: SettingsValues): boolean =>
  GUARDED_LIMITS.some((name) => isAmount(values[name]) && read(values[name]) > read(stored[name])) ||
  GUARDED_SETTINGS.some(
    (name) =>
      RULES[name](values[name] as never) === null &&
      loosens[name](stored[name] as never, values[name] as never),
  );

/** The values as the call takes them: trimmed, suggested amounts ascending. */
export function normalizeSettings(values: SettingsValues): SettingsValues {
  const trimmed = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'string' ? value.trim() : value,
  ]);
  const amounts = values.recharge_amounts.map((amount) => amount.trim());
  return {
    ...(Object.fromEntries(trimmed) as SettingsValues),
    recharge_amounts: amounts.toSorted((one, other) => (read(one) < read(other) ? -1 : 1)),
  };
}

type Name = keyof SettingsValues;
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);
const namesIn = (values: Partial<SettingsValues>): Name[] => Object.keys(values) as Name[];

/** The settings that differ from what the form showed. Only these are sent, so that nothing else is overwritten. */
export function changedSettings(written: SettingsValues, shown: SettingsValues): Partial<SettingsValues> {
  const [next, before] = [normalizeSettings(written), normalizeSettings(shown)];
  return Object.fromEntries(
    namesIn(next)
      .filter((name) => !isSame(next[name], before[name]))
      .map((name) => [name, next[name]]),
  );
}

/** Changed settings that a colleague has set to another value since the form was opened. */
export function conflictingSettings(
  changes: Partial<SettingsValues>,
  shown: SettingsValues,
  now: SettingsValues,
): Name[] {
  const [before, stored] = [normalizeSettings(shown), normalizeSettings(now)];
  return namesIn(changes).filter(
    (name) => !isSame(stored[name], before[name]) && !isSame(stored[name], changes[name]),
  );
}
