import { readConfig } from '../config.ts';
import { restoreAddresses } from '../features/deposit-addresses/index.ts';
import { print, type Command } from './command.ts';
import { withShop } from './open-shop.ts';

/** What `portside restore` does for its own backups, for a database that was restored by another tool. */
export const addresses: Command = {
  summary: 'Add every user’s deposit addresses, after another tool has restored the database.',
  usage: ['addresses'],
  async run() {
    await withShop(readConfig(process.env), 'addresses', async (ctx) => {
      print(`Deposit addresses added: ${await restoreAddresses(ctx, ctx.clock.now())}.`);
    });
    return 0;
  },
};
