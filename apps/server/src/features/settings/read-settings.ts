import type { ShopSettings } from '@portside/contract';
import { requireAction } from '../../platform/actor.ts';
import type { Ctx } from '../../platform/context.ts';
import type { Db } from '../../platform/db/db.ts';
import { settingsTable } from './settings.ts';
import { listStoredValues } from './settings.sql.ts';

/** All settings as stored, or with their initial values. */
export async function readSettings(ctx: Ctx): Promise<ShopSettings> {
  requireAction(ctx.actor, 'settings.read');
  return listShopSettings(ctx.db);
}

/** The same for callers that check permissions themselves. */
export async function listShopSettings(db: Db): Promise<ShopSettings> {
  const stored = await listStoredValues(db);
  const entries = Object.values(settingsTable).map(({ key, initial }) => [key, stored.get(key) ?? initial]);
  return Object.fromEntries(entries) as ShopSettings;
}
