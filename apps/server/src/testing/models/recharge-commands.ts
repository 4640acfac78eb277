import * as fc from 'fast-check';

/* The small world that the model of top-ups and its commands share. */
export const AMOUNTS = ['10', '25'];

const KEYS = 4;

export const BUYERS = 2;

export type OfRecharge = { readonly buyer: number; readonly key: number };
export type PayHow = 'exactly' | 'roundly' | 'by checkout';
/** Actions of buyers, chain, follower and jobs on top-ups. */
export type RechargeCommand =
  | ({ readonly kind: 'ask'; readonly amount: number } & OfRecharge)
  | ({ readonly kind: 'cancel' | 'hint' } & OfRecharge)
  | ({ readonly kind: 'pay'; readonly how: PayHow } & OfRecharge)
  | { readonly kind: 'mine'; readonly blocks: number }
  | { readonly kind: 'reorganise' | 'follow' | 'lose touch' | 'expire' }
  | { readonly kind: 'wait'; readonly minutes: number };

const of = fc.record({ buyer: fc.nat(BUYERS - 1), key: fc.nat(KEYS - 1) });
const amount = fc.nat(AMOUNTS.length - 1);
const how = fc.constantFrom<PayHow>('exactly', 'exactly', 'roundly', 'by checkout');
const minutes = fc.constantFrom(1, 2, 31, 33, 1_470, 1_500);
const follow = { kind: 'follow' } as const;
const expire = { kind: 'expire' } as const;
const reorganise = { kind: 'reorganise' } as const;
const mine = (blocks: number) => ({ kind: 'mine', blocks }) as const;

const asking = fc.tuple(of, amount).map(([whose, one]) => ({ kind: 'ask', ...whose, amount: one }) as const);
const cancelling = of.map((whose) => ({ kind: 'cancel', ...whose }) as const);
const hinting = of.map((whose) => ({ kind: 'hint', ...whose }) as const);
const anything: fc.Arbitrary<RechargeCommand> = fc.oneof(
  asking,
  cancelling,
  hinting,
  fc.tuple(of, how).map(([whose, one]) => ({ kind: 'pay', ...whose, how: one }) as const),
  minutes.map((one) => ({ kind: 'wait', minutes: one }) as const),
  fc.constantFrom<RechargeCommand>(follow, { kind: 'lose touch' }, expire, reorganise, mine(1), mine(4)),
);
/** Sequences of commands on one top-up. */
const lives = fc.tuple(of, amount, how, how, minutes).chain(([whose, one, first, second, late]) => {
  const wait = { kind: 'wait', minutes: late } as const;
  const [ask, cancel] = [
    { kind: 'ask', ...whose, amount: one } as const,
    { kind: 'cancel', ...whose } as const,
  ];
  const pay = (by: PayHow) => ({ kind: 'pay', ...whose, how: by }) as const;
  const events: RechargeCommand[] = [
    follow,
    ask,
    cancel,
    wait,
    mine(4),
    follow,
    expire,
    pay(first),
    follow,
    reorganise,
    follow,
    cancel,
    wait,
    pay(first),
    mine(4),
    follow,
    expire,
    pay(second),
    mine(4),
    follow,
  ];
  return fc.subarray(events, { minLength: 4 });
});

/** More than a buyer may have open. */
const greed = fc
  .tuple(fc.nat(BUYERS - 1), amount)
  .map(([buyer, one]): RechargeCommand[] => [
    follow,
    ...Array.from({ length: KEYS }, (_, key) => ({ kind: 'ask', buyer, key, amount: one }) as const),
  ]);

export const rechargeSequences: fc.Arbitrary<readonly RechargeCommand[]> = fc.oneof(
  { weight: 4, arbitrary: lives },
  greed,
  { weight: 4, arbitrary: anything.map((command) => [command]) },
);

const anybody = fc
  .array(fc.oneof(fc.constant(follow), asking, cancelling, hinting, fc.constant(expire)), {
    minLength: 2,
    maxLength: 5,
  })
  .map((group): RechargeCommand[][] => [group]);
/** Concurrent commands: a payment becomes final while its top-up is cancelled or expires. */
const finalHour = fc
  .tuple(of, amount, how, minutes)
  .map(([whose, one, by, late]): RechargeCommand[][] => [
    [follow],
    [{ kind: 'ask', ...whose, amount: one }],
    [{ kind: 'wait', minutes: late }],
    [{ kind: 'pay', ...whose, how: by }],
    [mine(4)],
    [follow, follow, expire, { kind: 'cancel', ...whose }],
  ]);

export const rechargeRaces: fc.Arbitrary<readonly (readonly RechargeCommand[])[]> = fc.oneof(
  anybody,
  finalHour,
);
