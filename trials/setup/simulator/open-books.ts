import { randomBytes } from 'node:crypto';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { openMigratedCopy } from '../../../apps/server/src/testing/database-copies.ts';
import { createCtx } from '../open-shop.ts';

/** The shop's use cases on an embedded database in memory, one for many runs. */
export async function openBooks(): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  const { pool, close } = await openMigratedCopy();
  const key = (): string => randomBytes(32).toString('base64');
  const ctx = createCtx(pool, { credentials: key(), fingerprint: key() });
  return { ctx, close };
}
