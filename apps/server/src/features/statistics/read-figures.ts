import type { Ctx } from '../../platform/context.ts';
import { forceCustomPlans, type Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { readDay } from './day-figures.sql.ts';
import { findBuild, type FigureBuild } from './figure-builds.sql.ts';

export type Figures = { readonly db: Db; readonly build: FigureBuild; readonly today: string };

/** Reads figures of one moment: what is folded and what comes after it are told apart in a single snapshot. */
export const readFigures = <T>(ctx: Ctx, read: (figures: Figures) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await forceCustomPlans(db);
      const build = await findBuild(db, await readSetting(db, 'timeZone'));
      return read({ db, build, today: await readDay(db, ctx.clock.now(), build.time_zone) });
    });
