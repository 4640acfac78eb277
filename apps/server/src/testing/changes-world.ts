import { randomInt } from 'node:crypto';
import type { Hex } from 'viem';
import { mailRenderers } from '../compose/compose.ts';
import { listAddressChanges } from '../features/deposit-addresses/changes/own-address-changes.ts';
import { notifyAddressChanges } from '../features/deposit-addresses/index.ts';
import { openDepositAddress } from '../features/deposit-addresses/own-address.ts';
import { setPaymentMethod } from '../features/payment-methods/index.ts';
import type { Ctx } from '../platform/context.ts';
import type { OutgoingMail } from '../platform/mail/mailer.ts';
import { sendDueMails } from '../platform/mail/send-due-mails.ts';
import { randomHex } from './followed-chain.ts';
import { createPerson } from './people.ts';
import { forgetMethods } from './sealed-rows.ts';
import { createWorld } from './world.ts';
import { MINUTE_MS } from '../platform/clock.ts';

const type = 'TRON';
const offered = { isOffered: () => Promise.resolve(true) };

export const [first, second, third] = [randomHex(20), randomHex(20), randomHex(20)];

/** The treasury of such a factory. */
export const walletOf = (factory: Hex): Hex => `0x${factory.slice(2).split('').toReversed().join('')}`;

export type ChangesWorld = Awaited<ReturnType<typeof createChangesWorld>>;

/** A shop whose methods on a chain of its own change, and its buyers. */
export async function createChangesWorld() {
  const { ctx, clock } = await createWorld();
  await forgetMethods(ctx);
  await ctx.db.deleteFrom('mails').execute();
  const chainId = randomInt(8_000_000, 900_000_000) + 1_000_000_000;
  const contractAddress = randomHex(20);
  return {
    ctx,
    clock,
    chainId,
    /** Sets the network's method: own addresses of a factory, or none. */
    async use(factory: Hex | null, walletAddress = walletOf(factory ?? first)): Promise<void> {
      clock.advance(MINUTE_MS);
      const checkoutAddress = randomHex(20);
      const own = factory === null ? {} : { factoryAddress: factory };
      const method = { type, chainId, contractAddress, walletAddress, checkoutAddress, ...own } as const;
      await setPaymentMethod(ctx, { ...method, nodesOnLoopback: true });
      clock.advance(MINUTE_MS);
    },
    async createBuyer(wanted: Parameters<typeof createPerson>[1] = {}) {
      const { user, actor } = await createPerson(ctx, wanted);
      const own: Ctx = { ...ctx, actor, address: '' };
      return {
        user,
        ctx: own,
        open: async () => (await openDepositAddress(own, { body: { type } }, offered)).address,
        news: async () => (await listAddressChanges(own, { query: { limit: 500, cursor: undefined } })).items,
      };
    },
    async tell(): Promise<void> {
      while ((await notifyAddressChanges(ctx)).more);
    },
    /** Sends everything that is due. */
    async deliver(): Promise<OutgoingMail[]> {
      const sent: OutgoingMail[] = [];
      const mailer = { send: async (mail: OutgoingMail) => void sent.push(mail) };
      for (const bulk of [false, true])
        while ((await sendDueMails(ctx, mailRenderers, mailer, { bulk })).more);
      return sent;
    },
  };
}
