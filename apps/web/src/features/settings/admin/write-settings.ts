import type { ShopSettings } from '@portside/contract';
import { call } from '../../../lib/api/call.ts';

/** Changes some settings and leaves the others as they are on the server now. */
export async function writeSettings(part: Partial<ShopSettings>): Promise<ShopSettings> {
  const now = await call('readSettings');
  return call('replaceSettings', { body: { ...now, ...part } });
}
