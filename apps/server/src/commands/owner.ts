import { Email, Username } from '@portside/contract';
import { randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { readConfig } from '../config/config.ts';
import { addOwner, recoverOwner } from '../features/sessions/index.ts';
import type { Ctx } from '../platform/context.ts';
import { CommandError, print, usageOf, type Command } from './command.ts';
import { withShop } from './open-shop.ts';

const TOLD = 'The audit log has an entry, and every admin is mailed an alarm.';

/** What a person with access to the server can do for owners. */
export const owner: Command = {
  summary: 'Make an owner, or let one back in. The database must be reachable; nobody has to be signed in.',
  usage: [
    'owner make USERNAME EMAIL',
    'owner recover USERNAME         a new password, and no second factor',
    'owner password USERNAME        a new password; the second factor stays',
    'owner second-factor USERNAME   no second factor; the password stays',
  ],
  async run(args) {
    const { positionals } = parseArgs({ args: [...args], allowPositionals: true });
    const [what, username, email] = positionals;
    if (what === undefined || username === undefined || positionals.length > 3)
      throw new CommandError(`Usage:\n${usageOf(owner)}`);
    const password = randomBytes(15).toString('base64url');
    const step = stepOf(what, { username, email: email ?? null, password });
    await withShop(readConfig(process.env), `owner ${what}`, step);
    if (what === 'second-factor')
      print(`\n  ${username} signs in without a second factor and sets up a new one.`);
    else print(`\n  ${username} signs in with the password ${password}, and must change it at once.`);
    if (what !== 'make') print('  All their sessions have ended.');
    print(`  ${TOLD}\n`);
    return 0;
  },
};

type Wanted = { readonly username: string; readonly email: string | null; readonly password: string };

/** Throws a CommandError for invalid details of an owner. */
function stepOf(what: string, { username, email, password }: Wanted): (ctx: Ctx) => Promise<void> {
  if (what === 'make') {
    if (!Username.safeParse(username).success) throw new CommandError(`${username}: not a username`);
    if (email === null || !Email.safeParse(email).success)
      throw new CommandError('An owner needs an e-mail address: portside owner make USERNAME EMAIL');
    return (ctx) => addOwner(ctx, { username, email, password });
  }
  if (what === 'recover') return (ctx) => recoverOwner(ctx, { username, password });
  if (what === 'password') return (ctx) => recoverOwner(ctx, { username, password, keepsTwoFactor: true });
  if (what === 'second-factor') return (ctx) => recoverOwner(ctx, { username, password: null });
  throw new CommandError(`portside owner ${what}: no such command.\n${usageOf(owner)}`);
}
