/** What do a level, a price of the buyer's own and a coupon cost an order? Both kinds of buyers order in turn. */
import {
  readFlags,
  figures,
  median,
  quantile,
  table,
  measureRate,
  ownTimeMs,
  postgresTimeMs,
} from './setup/report.ts';
import { order } from './setup/load.ts';
import { onDatabase } from './setup/on-database.ts';
import { makeBuyers, makeGoods, makePrices } from './setup/shop.ts';

const flags = readFlags({ buyers: [64], spread: [1, 64], turns: [60], seconds: [1] });
const [count = 64] = flags.buyers;
const [turns = 60] = flags.turns;
const [seconds = 1] = flags.seconds;
const rows: string[][] = [];

type Turn = { readonly perSecond: number; readonly micros: number };

await onDatabase(false, async ({ ctx }, postgres) => {
  for (const spread of flags.spread) {
    const side = async (isPriced: boolean) => {
      const [buyers, goods] = [await makeBuyers(ctx, count), await makeGoods(ctx, spread, 200_000_000)];
      const coupon = isPriced ? await makePrices(ctx, buyers, goods) : undefined;
      return async (): Promise<Turn> => {
        const before = ownTimeMs() + postgresTimeMs(postgres!);
        const rate = await measureRate(count, seconds, (who, turn) =>
          order(buyers[who]!, goods[(who + turn) % spread]!, 1, coupon),
        );
        const spent = ownTimeMs() + postgresTimeMs(postgres!) - before;
        return { perSecond: rate.perSecond, micros: (spent * 1_000) / (rate.perSecond * rate.seconds) };
      };
    };
    const [plain, priced] = [await side(false), await side(true)];
    for (const warm of [plain, priced, plain, priced]) await warm();
    const pairs: { plain: Turn; priced: Turn }[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const isPlainFirst = turn % 2 === 0;
      const first = await (isPlainFirst ? plain : priced)();
      const second = await (isPlainFirst ? priced : plain)();
      pairs.push(isPlainFirst ? { plain: first, priced: second } : { plain: second, priced: first });
    }
    const quartersOf = (ratio: (pair: (typeof pairs)[number]) => number): string => {
      const sorted = pairs.map(ratio).toSorted((a, b) => a - b);
      return [0.5, 0.25, 0.75].map((share) => quantile(sorted, share).toFixed(3)).join(' / ');
    };
    const timeOf = (kind: 'plain' | 'priced'): number =>
      pairs.reduce((total, pair) => total + 1 / pair[kind].perSecond, 0);
    rows.push([
      spread === 1 ? 'hot' : `spread over ${spread}`,
      figures(median(pairs.map((pair) => pair.plain.perSecond))),
      figures(median(pairs.map((pair) => pair.priced.perSecond))),
      quartersOf((pair) => pair.plain.perSecond / pair.priced.perSecond),
      (timeOf('priced') / timeOf('plain')).toFixed(3),
      median(pairs.map((pair) => pair.plain.micros)).toFixed(1),
      median(pairs.map((pair) => pair.priced.micros)).toFixed(1),
      quartersOf((pair) => pair.priced.micros / pair.plain.micros),
    ]);
  }
});
table(
  [
    'products',
    'plain/s',
    'priced/s',
    'times as long: median / quarters',
    'mean',
    'µs plain',
    'µs priced',
    'processor: median / quarters',
  ],
  rows,
);
