import type { Input } from '@portside/contract';
import { addressBlock } from '../../platform/address-block.ts';
import type { Ctx } from '../../platform/context.ts';
import { refuse } from '../../platform/refusal.ts';
import { foldName } from '../users/index.ts';
import { countReportsFrom, insertReport } from './reports.sql.ts';

const DAY_MS = 86_400_000;
const MAX_A_DAY = 20;

/**
 * Anyone may request that an account is taken down. Stock is not read, so that the answer does not reveal what the shop
 * has. Refuses an address with too many requests in a day (tooManyTries).
 */
export async function createReport(ctx: Ctx, { body }: Pick<Input<'createReport'>, 'body'>): Promise<null> {
  const { db, clock } = ctx;
  const now = clock.now();
  const address = addressBlock(ctx.address);
  if ((await countReportsFrom(db, address, new Date(now.getTime() - DAY_MS))) >= MAX_A_DAY)
    refuse('tooManyTries', 'reports in a day');
  await insertReport(db, {
    ...body,
    email_key: foldName(body.email),
    address,
    created_at: now,
    settled_by: null,
    settled_at: null,
    reason: null,
  });
  return null;
}
