import type { Ctx } from '../../platform/context.ts';
import { clearOrigins } from './deposit-addresses.sql.ts';
import { ORIGINS_MS } from './new-addresses.ts';

const BATCH = 500;

/** Forgets from where addresses were opened once it no longer counts. */
export async function forgetOrigins({ db, clock }: Ctx): Promise<{ more: boolean }> {
  const before = new Date(clock.now().getTime() - ORIGINS_MS);
  return { more: (await clearOrigins(db, before, BATCH)) === BATCH };
}
