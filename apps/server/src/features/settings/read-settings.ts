import type { ShopSettings } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { settingsTable } from './settings.ts';
import { listStored } from './settings.sql.ts';

/** Every setting as it is stored, or as it is at first. */
export async function readSettings(ctx: Ctx): Promise<ShopSettings> {
  requireAction(ctx.actor, 'settings.read');
  return listShopSettings(ctx.db);
}

export async function listShopSettings(db: Db): Promise<ShopSettings> {
  const stored = await listStored(db);
  const entries = Object.values(settingsTable).map(({ key, initial }) => [key, stored.get(key) ?? initial]);
  return Object.fromEntries(entries) as ShopSettings;
}
