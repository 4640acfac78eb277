import * as z from 'zod/mini';
import { Proposal, Reason } from './approvals.ts';
import { endpoints } from './wire/endpoint.ts';
import { decimal, Id, line, page, PositiveAmount, Time, wholeListQuery } from './wire/values.ts';

/** Percent of the payment, above zero and up to 100, with at most two decimals. */
const Percent = decimal(2).check(
  z.regex(/^(?!0+(\.0+)?$)(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Not a percentage'),
);

/** What a payment of at least `from` earns: a part of itself, or an amount; the other one is null. */
export const BonusTier = z.object({
  from: z.string(),
  percent: z.nullable(z.string()),
  amount: z.nullable(z.string()),
});
export type BonusTier = z.infer<typeof BonusTier>;

/** A bonus on top-ups, for a time and perhaps for some levels of buyers only. */
export const Bonus = z.object({
  id: Id,
  name: z.string(),
  /** By what is paid, ascending. */
  tiers: z.array(BonusTier),
  /** Ids of the levels that get it; empty for everybody. */
  levels: z.array(Id),
  starts_at: Time,
  ends_at: z.nullable(Time),
  is_on: z.boolean(),
  /** Payments that earned it and were not reversed, and the sum of their bonuses. */
  payments: z.int(),
  given: z.string(),
  created_at: Time,
});
export type Bonus = z.infer<typeof Bonus>;

/** A bonus that gives more than a fifth of a payment is a proposal first; nothing changes until it is approved. */
const WrittenBonus = z.object({ bonus: z.nullable(Bonus), proposal: z.nullable(Proposal) });

const written = z.object({
  name: line(100, 1),
  /** An amount is at most what it is given for. */
  tiers: z
    .array(
      z.object({ from: PositiveAmount, percent: z.optional(Percent), amount: z.optional(PositiveAmount) }),
    )
    .check(z.minLength(1), z.maxLength(20)),
  levels: z._default(z.array(Id).check(z.maxLength(100)), []),
  /** Now if absent or past; absent in an update, as it was. */
  starts_at: z.optional(Time),
  ends_at: z.optional(Time),
  is_on: z._default(z.boolean(), true),
  /** Why it should be approved. */
  reason: z.optional(Reason),
});

export const bonusesEndpoints = endpoints({
  listOwnBonuses: {
    access: 'user',
    summary:
      'What the caller’s next payments earn on top, by amount. Of all tiers that a payment reaches, the best counts; every payment counts for itself',
    data: page(z.extend(BonusTier, { ends_at: z.nullable(Time) })),
  },
  listBonuses: {
    summary: 'Bonuses on top-ups, newest first, and the levels that there are',
    query: z.object(wholeListQuery),
    data: z.extend(page(Bonus), { levels: z.array(z.object({ id: Id, name: z.string() })) }),
  },
  createBonus: {
    freshCode: true,
    summary:
      'Create a bonus on top-ups. It counts for payments that their chain has between its start and its end; of several, the best one is given. More than 20 % of a payment becomes a proposal for a second person',
    body: written,
    data: WrittenBonus,
  },
  updateBonus: {
    freshCode: true,
    summary:
      'Update a bonus on top-ups; what was given stays. More than 20 % of a payment becomes a proposal, unless it is switched off',
    params: z.object({ id: Id }),
    body: written,
    data: WrittenBonus,
  },
});
