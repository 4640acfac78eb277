import { randomBytes } from 'node:crypto';
import { openEmbedded } from '../../../apps/server/src/platform/db/embedded.ts';
import { migrate } from '../../../apps/server/src/platform/db/migrate.ts';
import type { Ctx } from '../../../apps/server/src/platform/context.ts';
import { createCtx } from '../open-shop.ts';

/** The shop's verbs on an embedded database in memory: one for many runs, for opening it takes seconds. */
export async function openBooks(): Promise<{ ctx: Ctx; close(): Promise<void> }> {
  const { pool, close } = await openEmbedded(null);
  const key = (): string => randomBytes(32).toString('base64');
  const ctx = createCtx(pool, { credentials: key(), fingerprint: key() });
  await migrate(ctx.db);
  return { ctx, close };
}
