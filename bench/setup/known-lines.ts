import { sql } from 'kysely';
import type { Ctx } from '../../apps/server/src/platform/context.ts';

/** As many fingerprints as so many earlier lines would have left, the index built afterwards. */
export async function makeKnownLines({ db }: Ctx, count: number): Promise<void> {
  if (count === 0) return;
  await sql`alter table stock_fingerprints drop constraint stock_fingerprints_pkey`.execute(db);
  await sql`insert into stock_fingerprints
    select decode(md5(n::text), 'hex'), -n from generate_series(1, ${count}::int) n`.execute(db);
  await sql`alter table stock_fingerprints add primary key (fingerprint)`.execute(db);
  await sql`analyze stock_fingerprints`.execute(db);
}
