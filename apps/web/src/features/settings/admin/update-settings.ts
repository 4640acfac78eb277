import type { Data, ShopSettings } from '@portside/contract';
import { call } from '../../../lib/api/call.ts';

/** Changes some settings and keeps the others as the server has them now. */
export async function updateSettings(
  part: Partial<ShopSettings> & { reason?: string },
  send = call,
): Promise<Data<'replaceSettings'>> {
  const now = await call('readSettings');
  return send('replaceSettings', { body: { ...now, ...part } });
}
