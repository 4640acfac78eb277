import { readConfig } from '../config/config.ts';
import { restoreAddresses } from '../features/deposit-addresses/index.ts';
import { inTransaction, type Ctx } from '../platform/context.ts';
import { lockOutProcesses } from '../platform/db/process-session.ts';
import { holdRestored, printHeld, type Held } from './backups/restore.ts';
import { CommandError, print, type Command } from './command.ts';
import { withShop } from './open-shop.ts';
import type { Db } from '../platform/db/db.ts';

/** Does what `portside restore` does, for a database that another tool restored. */
export const addresses: Command = {
  summary:
    'After another tool has restored the database, before the shop is started: add every user’s deposit addresses, and take all products off sale.',
  usage: ['addresses'],
  async run() {
    const { added, held } = await withShop(readConfig(process.env), 'addresses', settleRestored);
    print(`Deposit addresses added: ${added}.`);
    if (added > 0)
      print(
        'If the shop was started between the restore and this: on the deposits page, scan each network again from a block before the time that was restored.',
      );
    printHeld(held);
    return 0;
  },
};

export const settleRestored = (ctx: Ctx): Promise<{ added: number; held: Held }> =>
  inTransaction(ctx, async (step) => ({
    added: await addMissingAddresses(step),
    held: await holdRestored(step),
  }));

/**
 * Adds them and returns how many were missing. Throws a CommandError while a process of the shop runs: it would read on
 * without them, and nobody would find earlier payments to them. They count as made when the addresses were last read,
 * so that nothing after that is taken for read.
 */
export const addMissingAddresses = (ctx: Ctx): Promise<number> =>
  inTransaction(ctx, async (step) => {
    if (!(await lockOutProcesses(step.db)))
      throw new CommandError('The shop is running on this database. Stop all its processes first.');
    const { db, keyring, clock } = step;
    return restoreAddresses({ db, keyring }, (await readOldestAddressCursor(db)) ?? clock.now());
  });

/** Up to when the addresses of every chain were read at least; null if none ever was. */
async function readOldestAddressCursor(db: Db): Promise<Date | null> {
  const { oldest } = await db
    .selectFrom('address_cursors')
    .select((of) => of.fn.min<Date | null>('block_time').as('oldest'))
    .executeTakeFirstOrThrow();
  return oldest;
}
