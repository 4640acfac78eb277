import { macOfRecharge } from '../features/recharges/recharge-macs.ts';
import type { Ctx } from '../platform/context.ts';

/** Gives all top-ups their MACs again, after a test has changed some by SQL as if the shop had written them so. */
export async function resealRecharges({ db, keyring }: Ctx): Promise<void> {
  for (const row of await db.selectFrom('recharges').selectAll().execute()) {
    const mac = macOfRecharge(keyring, row);
    if (row.mac?.equals(mac)) continue;
    await db.updateTable('recharges').set({ mac }).where('id', '=', row.id).execute();
  }
}
