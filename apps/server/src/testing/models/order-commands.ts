import * as fc from 'fast-check';
import type { Gender } from '@portside/contract';

/* The small world that the model of orders and its commands share. */
export type StockLane = 'any' | 'male' | 'female';

/** Product 0 is sold without gender, 1 by gender. */
type Body = {
  readonly goods: 0 | 1;
  readonly gender: Gender;
  readonly quantity: number;
  readonly unit_price?: string;
  readonly email?: string;
};

export const BODIES: readonly Body[] = [
  { goods: 0, gender: 'random', quantity: 1 },
  { goods: 0, gender: 'random', quantity: 3, unit_price: '1' },
  { goods: 1, gender: 'male', quantity: 2 },
  { goods: 1, gender: 'female', quantity: 1, email: 'friend@example.test' },
  { goods: 0, gender: 'random', quantity: 1, unit_price: '0.9' },
  { goods: 0, gender: 'male', quantity: 1 },
  { goods: 0, gender: 'random', quantity: 11 },
];

const KEYS = 4;

export const STOCK: Readonly<Record<StockLane, number>> = { any: 9, male: 4, female: 2 };

export const FUNDS = [7, 10];

/** What buyers, mail server and jobs do with orders; time in minutes. */
export type OrderCommand =
  | { readonly kind: 'place'; readonly buyer: number; readonly key: number; readonly body: number }
  | { readonly kind: 'read'; readonly buyer: number; readonly key: number }
  | { readonly kind: 'resend'; readonly buyer: number; readonly key: number; readonly email: string | null }
  /** Accounts by their place in the order. */
  | {
      readonly kind: 'claim';
      readonly buyer: number;
      readonly key: number;
      readonly items: readonly number[];
    }
  | { readonly kind: 'replace'; readonly buyer: number; readonly key: number; readonly item: number }
  /** Null for all that are left. */
  | { readonly kind: 'refund'; readonly buyer: number; readonly key: number; readonly item: number | null }
  /** Every mail that is due is tried. */
  | { readonly kind: 'mail'; readonly isAccepted: boolean }
  | { readonly kind: 'giveUp' }
  | { readonly kind: 'purge' }
  | { readonly kind: 'freeze'; readonly buyer: number; readonly isFrozen: boolean }
  | { readonly kind: 'wait'; readonly minutes: number };

type Whose = { readonly buyer: number; readonly key: number };

const of = fc.record({ buyer: fc.nat(FUNDS.length - 1), key: fc.nat(KEYS - 1) });
const body = fc.nat(BODIES.length - 1);
const email = fc.constantFrom(null, 'other@example.test');
const tried = (isAccepted: boolean) => ({ kind: 'mail', isAccepted }) as const;
const wait = (minutes: number) => ({ kind: 'wait', minutes }) as const;
const purge = { kind: 'purge' } as const;
const place = (whose: Whose, bodyNumber: number) => ({ kind: 'place', ...whose, body: bodyNumber }) as const;
const read = (whose: Whose) => ({ kind: 'read', ...whose }) as const;
const WEEK_MINUTES = 10_080;

const freezing = fc.record({
  kind: fc.constant('freeze' as const),
  buyer: fc.nat(FUNDS.length - 1),
  isFrozen: fc.boolean(),
});
const placing = fc.tuple(of, body).map(([whose, one]) => place(whose, one));
const reading = of.map(read);
const resending = fc
  .tuple(of, email)
  .map(([whose, to]) => ({ kind: 'resend', ...whose, email: to }) as const);
const MOST_ITEMS = 3;
const item = fc.nat(MOST_ITEMS);
const items = fc.array(item, { minLength: 1, maxLength: 3 });
const claiming = fc
  .tuple(of, items)
  .map(([whose, those]) => ({ kind: 'claim', ...whose, items: those }) as const);
const replacing = fc
  .tuple(of, item)
  .map(([whose, one]) => ({ kind: 'replace', ...whose, item: one }) as const);
const refunding = fc
  .tuple(of, fc.option(item))
  .map(([whose, one]) => ({ kind: 'refund', ...whose, item: one }) as const);
const anything: fc.Arbitrary<OrderCommand> = fc.oneof(
  placing,
  reading,
  resending,
  claiming,
  replacing,
  refunding,
  freezing,
  fc.constantFrom<OrderCommand>(tried(true), tried(false), { kind: 'giveUp' }, purge, wait(1), wait(600)),
);
/** Some of what may happen to one order, in this order. */
const lives = fc.tuple(of, body, body, email).chain(([whose, first, second, to]) => {
  const resend = { kind: 'resend', ...whose, email: to } as const;
  const events: OrderCommand[] = [
    place(whose, first),
    tried(false),
    place(whose, second),
    wait(1),
    tried(false),
    resend,
    tried(true),
    read(whose),
    resend,
    wait(2),
    resend,
    tried(true),
    resend,
    wait(WEEK_MINUTES),
    tried(false),
    purge,
    read(whose),
    resend,
    tried(true),
    place(whose, first),
  ];
  return fc.subarray(events, { minLength: 3, maxLength: 14 });
});

const raceOf = (...those: fc.Arbitrary<OrderCommand>[]) =>
  fc.array(fc.oneof(...those), { minLength: 2, maxLength: 5 });

/** What may come of one sale, in this order. */
const afterSales = fc.tuple(of, body, items, item, item).chain(([whose, one, those, first, second]) => {
  const refund = (place: number | null) => ({ kind: 'refund', ...whose, item: place }) as const;
  const replace = (place: number) => ({ kind: 'replace', ...whose, item: place }) as const;
  const claim = { kind: 'claim', ...whose, items: those } as const;
  const events: OrderCommand[] = [
    place(whose, one),
    claim,
    tried(true),
    replace(first),
    claim,
    refund(second),
    tried(false),
    replace(second),
    read(whose),
    wait(1_440),
    claim,
    refund(first),
    wait(WEEK_MINUTES),
    replace(MOST_ITEMS - 1),
    purge,
    refund(null),
    tried(true),
    refund(null),
    read(whose),
  ];
  return fc.subarray(events, { minLength: 4, maxLength: 14 });
});

export const orderSequences: fc.Arbitrary<readonly OrderCommand[]> = fc.oneof(
  lives,
  afterSales,
  anything.map((command) => [command]),
);

const groups = (...those: fc.Arbitrary<OrderCommand>[]) => raceOf(...those).map((group) => [group]);
const oneKey = fc
  .tuple(of, fc.array(body, { minLength: 2, maxLength: 5 }))
  .map(([whose, bodies]): OrderCommand[][] => [bodies.map((one) => place(whose, one))]);
const lastMinute = fc
  .tuple(of, body)
  .map(([whose, one]): OrderCommand[][] => [
    [place(whose, one)],
    [wait(WEEK_MINUTES)],
    [purge, read(whose), read(whose), { kind: 'resend', ...whose, email: null }],
  ]);

const afterTheWeek = fc
  .tuple(of, body, fc.option(item))
  .map(([whose, one, refunded]): OrderCommand[][] => [
    [place(whose, one)],
    [wait(WEEK_MINUTES)],
    [
      purge,
      read(whose),
      { kind: 'claim', ...whose, items: [0] },
      { kind: 'replace', ...whose, item: 0 },
      { kind: 'refund', ...whose, item: refunded },
    ],
  ]);
const oneSale = fc
  .tuple(
    of,
    fc.array(
      fc.oneof(
        items.map((those) => ({ kind: 'claim', items: those }) as const),
        item.map((one) => ({ kind: 'replace', item: one }) as const),
        fc.option(item).map((one) => ({ kind: 'refund', item: one }) as const),
      ),
      { minLength: 2, maxLength: 5 },
    ),
  )
  .map(([whose, acts]): OrderCommand[][] => [[place(whose, 1)], acts.map((act) => ({ ...whose, ...act }))]);

/** A mail is no single step: it is taken, spoken about and settled, and meets only what leaves it alone. */
export const orderRaces: fc.Arbitrary<readonly (readonly OrderCommand[])[]> = fc.oneof(
  groups(placing, placing, placing, reading, freezing, fc.constant(tried(true))),
  groups(placing, placing, reading, freezing, resending),
  groups(placing, placing, replacing, refunding, claiming, resending),
  oneKey,
  oneSale,
  lastMinute,
  afterTheWeek,
);
