import { setTimeout as sleep } from 'node:timers/promises';
import type { Ctx } from '../../apps/server/src/platform/context.ts';
import { order } from './load.ts';
import { sql } from 'kysely';

/** Pause between two orders of a buyer. */
const THINKING_MS = 50;

type Buying = {
  /** In milliseconds and ascending, how long each order took. */
  stop(): Promise<number[]>;
};

/** Buyers order, think, and order again until asked to stop. */
export function keepBuying(buyers: readonly Ctx[], goodsId: string): Buying {
  const waits: number[] = [];
  const state = { isOver: false };
  const loops = buyers.map(async (buyer) => {
    await sleep(Math.random() * THINKING_MS);
    while (!state.isOver) {
      const start = performance.now();
      await order(buyer, goodsId, 1);
      waits.push(performance.now() - start);
      await sleep(THINKING_MS);
    }
  });
  const stop = async (): Promise<number[]> => {
    state.isOver = true;
    await Promise.all(loops);
    return waits.toSorted((a, b) => a - b);
  };
  return { stop };
}

/** Fingerprints of so many earlier lines; the index is built afterwards. */
export async function makeKnownLines({ db }: Ctx, count: number): Promise<void> {
  if (count === 0) return;
  await sql`alter table stock_fingerprints drop constraint stock_fingerprints_pkey`.execute(db);
  await sql`insert into stock_fingerprints
    select decode(md5(n::text), 'hex'), -n from generate_series(1, ${count}::int) n`.execute(db);
  await sql`alter table stock_fingerprints add primary key (fingerprint)`.execute(db);
  await sql`analyze stock_fingerprints`.execute(db);
}
