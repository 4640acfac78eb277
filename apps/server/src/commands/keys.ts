import { sealedTables } from '../compose/compose.ts';
import { readConfig } from '../config/config.ts';
import { countSealed } from '../platform/keys/sealed-table.sql.ts';
import { readKeys } from '../platform/keys/sealing-keys.sql.ts';
import { print, type Command } from './command.ts';
import { withShop } from './open-shop.ts';

const ADVICE = {
  newest: 'seals everything new',
  'in use': 'must stay: it opens what is not resealed yet',
  unused: 'nothing is sealed under it: may go from CREDENTIALS_KEYS',
};

/** Prints how many texts are sealed with each key. Reads every table with sealed texts. */
export const keys: Command = {
  summary: 'Show how much each key seals, and which keys can be removed.',
  usage: ['keys'],
  async run() {
    await withShop(readConfig(process.env), 'keys', async (ctx) => {
      const counts = new Map<string, bigint>();
      for (const table of sealedTables) {
        for (const { keyId, count } of await countSealed(ctx.db, table))
          counts.set(keyId, (counts.get(keyId) ?? 0n) + count);
      }
      const states = await readKeys(ctx);
      for (const { id, state } of states) {
        // Counted after the state was recorded by the rotation, so the count decides.
        const held = counts.get(id) ?? 0n;
        const told = state === 'unused' && held > 0n ? 'in use' : state;
        print(`${id.padEnd(16)} ${String(held).padStart(12)} sealed texts   ${ADVICE[told]}`);
        counts.delete(id);
      }
      for (const [id, held] of counts)
        print(`${id.padEnd(16)} ${String(held).padStart(12)} sealed texts   MISSING from CREDENTIALS_KEYS`);
    });
    return 0;
  },
};
