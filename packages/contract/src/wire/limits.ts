import { parseMicro } from './money.ts';
import type { CommissionTier } from './values.ts';

/** Limits that guard the shop's money from its own admins: raising one needs a second person, lowering it does not. */
export const GUARDED_LIMITS = [
  'refund_approval_above',
  'manual_credit_maximum',
  'opening_balance_maximum',
  'single_assignment_maximum',
  'single_assignment_daily_maximum',
  'redeem_alone_maximum',
  'redeem_maximum',
  'payout_approval_above',
  'balance_payout_maximum',
] as const;
export type GuardedLimit = (typeof GUARDED_LIMITS)[number];

/** Other settings by which money leaves the shop: making them looser needs a second person too. */
export const GUARDED_SETTINGS = [
  'agent_sign_up_percent',
  'commission_tiers',
  'balance_payout_wait_hours',
] as const;
export type GuardedSetting = (typeof GUARDED_SETTINGS)[number];

type Guarded = {
  readonly agent_sign_up_percent: string;
  readonly commission_tiers: readonly CommissionTier[];
  readonly balance_payout_wait_hours: number;
};

const rateFrom = (tiers: readonly CommissionTier[], soldMicro: bigint): bigint =>
  tiers
    .filter(({ from }) => parseMicro(from) <= soldMicro)
    .reduce((most, { percent }) => (parseMicro(percent) > most ? parseMicro(percent) : most), 0n);

/** Whether a change gives agents more, or lets money leave sooner. */
export const loosens: {
  readonly [Name in GuardedSetting]: (now: Guarded[Name], wanted: Guarded[Name]) => boolean;
} = {
  agent_sign_up_percent: (now, wanted) => parseMicro(wanted) > parseMicro(now),
  commission_tiers: (now, wanted) =>
    wanted.some(({ from, percent }) => parseMicro(percent) > rateFrom(now, parseMicro(from))),
  balance_payout_wait_hours: (now, wanted) => wanted < now,
};

/** The longest line that is an account, in UTF-16 units as `length` counts them: in imports, search and takedown. */
export const LONGEST_LINE = 64_000;

/** Products in a cart, and orders that are placed together. */
export const MOST_CART_LINES = 50;

/** Fewest characters of a reason, in forms and on the wire. */
export const SHORTEST_REASON = 3;

/** Valid in any file system; the only braces are those of the four placeholders. */
export const FILE_NAME = /^(?![. ])(?:[^\\/:*?"<>|{}\p{Cc}\p{Cs}]|\{(?:order_no|product|quantity|date)\})*$/u;

/** Texts that operators write themselves; without one, the built-in text or none is shown. */
export const BRAND_TEXTS = ['name', 'headline', 'lede', 'footer', 'contact', 'legal_name'] as const;

export type BrandText = (typeof BRAND_TEXTS)[number];

/** The longest allowed of each, in characters. */
export const BRAND_TEXT_LENGTHS = {
  name: 60,
  headline: 90,
  lede: 300,
  footer: 300,
  contact: 200,
  legal_name: 200,
} as const satisfies Record<BrandText, number>;

/** Of the body of a call, images apart. */
export const MOST_BODY_BYTES = 1_048_576;

/** Lines of an import that a supplier brings. */
export const MOST_LINES_AT_ONCE = 5_000;

/** Whether a text has more lines than that, however they end; the last one may have an end too. */
export const hasTooManyLines = (text: string): boolean =>
  text.replace(/(?:\r\n|\r|\n)$/, '').split(/\r\n|\r|\n/).length > MOST_LINES_AT_ONCE;
