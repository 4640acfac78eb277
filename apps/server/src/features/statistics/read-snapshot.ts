import type { Ctx } from '../../platform/context.ts';
import { forceCustomPlans, type Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { readDay } from './daily-totals.sql.ts';
import { findRollup, type Rollup } from './rollups.sql.ts';

export type Snapshot = { readonly db: Db; readonly rollup: Rollup; readonly today: string };

/** Runs `read` in one database snapshot, in which rolled-up totals and later movements fit together. */
export const readSnapshot = <T>(ctx: Ctx, read: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await forceCustomPlans(db);
      const rollup = await findRollup(db, await readSetting(db, 'timeZone'));
      return read({ db, rollup, today: await readDay(db, ctx.clock.now(), rollup.time_zone) });
    });
