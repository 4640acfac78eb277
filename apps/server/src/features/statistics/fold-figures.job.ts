import { inTransaction, type Ctx } from '../../platform/context.ts';
import { forceCustomPlans, type Db } from '../../platform/db/db.ts';
import { readSetting } from '../settings/index.ts';
import {
  deleteOtherBuilds,
  findBuild,
  findDrawing,
  lockBuild,
  readMark,
  updateBuild,
  type FigureBuild,
} from './figure-builds.sql.ts';
import { addDeposits, addSales, addUsers } from './fold-figures.sql.ts';

/** So many ids at a time: a first build of millions neither holds its locks long nor loses much at a kill. */
const MOST_IDS = 50_000n;

/**
 * Adds what is new to the sums by day, in one transaction with how far it came. Ids are drawn before they
 * are committed, so it goes only as far as a mark below which nothing new can appear.
 */
export async function foldFigures(ctx: Ctx, mostIds = MOST_IDS): Promise<{ more: boolean }> {
  const timeZone = await readSetting(ctx.db, 'timeZone');
  // Even a lock is written to disk: a shop in which nothing happens takes none.
  if (await isUpToDate(ctx.db, timeZone)) return { more: false };
  return inTransaction(ctx, async ({ db }) => {
    await forceCustomPlans(db);
    const build = await lockBuild(db, timeZone);
    if (!build) return { more: false };
    const marked = isAtMark(build) ? { ...build, ...(await readMark(db)) } : build;
    if (isAtMark(marked) && marked.is_ready) return { more: false };
    const underWay = isAtMark(build) ? marked.waits_for : await findDrawing(db);
    if (marked.waits_for.some((one) => underWay.includes(one))) {
      await updateBuild(db, marked);
      return { more: false };
    }
    const folded = await fold(db, marked, mostIds);
    await updateBuild(db, folded);
    if (folded.is_ready && !build.is_ready) await deleteOtherBuilds(db, build.id);
    return { more: !isAtMark(folded) };
  });
}

async function isUpToDate(db: Db, timeZone: string): Promise<boolean> {
  const build = await findBuild(db, timeZone);
  if (build.time_zone !== timeZone || !build.is_ready || !isAtMark(build)) return false;
  return isAtMark({ ...build, ...(await readMark(db)) });
}

const isAtMark = (build: FigureBuild): boolean =>
  build.folded_movement === build.marked_movement && build.folded_user === build.marked_user;

/** The next stretch of ids; a build that has reached its mark once is ready to be read. */
async function fold(db: Db, build: FigureBuild, mostIds: bigint): Promise<FigureBuild> {
  const movements = {
    after: build.folded_movement,
    upTo: least(build.marked_movement, build.folded_movement + mostIds),
  };
  const users = { after: build.folded_user, upTo: least(build.marked_user, build.folded_user + mostIds) };
  await addSales(db, build, movements);
  await addDeposits(db, build, movements);
  await addUsers(db, build, users);
  const folded = { ...build, folded_movement: movements.upTo, folded_user: users.upTo, waits_for: [] };
  return { ...folded, is_ready: build.is_ready || isAtMark(folded) };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
