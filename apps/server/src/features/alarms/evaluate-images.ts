import type { Ctx } from '../../platform/context.ts';
import { readImageBytes } from '../../platform/uploads/image-bytes.sql.ts';
import { BYTES_PER_MB, MOST_IMAGE_BYTES } from '../../platform/uploads/image.ts';
import { utcDay } from '../../platform/utc-day.ts';
import { readSetting } from '../settings/index.ts';
import { condition, type AlarmCondition } from './alarm-condition.ts';

/**
 * Whether buyers can send no more images today: less is left of the day's limit than one image may need. Ends with the
 * day (UTC).
 */
export async function evaluateImages({ db, clock }: Ctx): Promise<AlarmCondition[]> {
  const [limit, taken] = [
    await readSetting(db, 'imageMbPerShop'),
    await readImageBytes(db, utcDay(clock.now())),
  ];
  if (Number(taken) <= limit * BYTES_PER_MB - MOST_IMAGE_BYTES || taken === 0n) return [];
  return [condition('imagesUsedUp', null, [{ code: 'imagesUsedUp', facts: { limit } }])];
}
