import { sql } from 'kysely';
import type { Ctx } from '../../platform/context.ts';
import { preferIndexes, type Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import { readDay } from './day-figures.sql.ts';
import { findBuild, type FigureBuild } from './figure-builds.sql.ts';

export type Figures = { readonly db: Db; readonly build: FigureBuild; readonly today: string };

/**
 * Reads figures of one moment: what is folded and what comes after it are told apart in a single snapshot.
 * A plan that looks dear must not be compiled first: that takes longer than the reading.
 */
export const readFigures = <T>(ctx: Ctx, read: (figures: Figures) => Promise<T>): Promise<T> =>
  ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (db) => {
      await preferIndexes(db);
      await sql`set local jit = off`.execute(db);
      const build = await findBuild(db, await readSetting(db, 'timeZone'));
      return read({ db, build, today: await readDay(db, ctx.clock.now(), build.time_zone) });
    });
