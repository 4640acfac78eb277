import { LANGUAGES } from '@portside/contract';
import { formatAddress, parseAddress } from '@portside/chain';
import { sql } from 'kysely';
import type { Hex } from 'viem';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Ctx } from '../../../platform/context.ts';
import { queueMails } from '../../../platform/mail/outbox.sql.ts';
import { randomHex } from '../../../testing/followed-chain.ts';
import { forgetMethods } from '../../../testing/sealed-rows.ts';
import { findActiveMethod, switchMethod, setPaymentMethod } from '../../payment-methods/index.ts';
import { findOwners, listAllAddresses } from '../watched-addresses.ts';
import { dismissAddressChange, listAddressChanges } from './address-changes.ts';
import { MINUTE_MS } from '../../../platform/clock.ts';
import { randomInt } from 'node:crypto';
import { mailRenderers } from '../../../compose/compose.ts';
import { notifyAddressChanges } from '../index.ts';
import { openDepositAddress } from '../own-address.ts';
import type { OutgoingMail } from '../../../platform/mail/mailer.ts';
import { sendDueMails } from '../../../platform/mail/send-due-mails.ts';
import { createPerson } from '../../../testing/people.ts';
import { createWorld } from '../../../testing/world.ts';

const type = 'TRON';
const offered = { isOffered: () => Promise.resolve(true) };

const [first, second, third] = [randomHex(20), randomHex(20), randomHex(20)];

/** The treasury of such a factory. */
const walletOf = (factory: Hex): Hex => `0x${factory.slice(2).split('').toReversed().join('')}`;

type ChangesWorld = Awaited<ReturnType<typeof createChangesWorld>>;

/** A shop whose methods on a chain of its own change, and its buyers. */
async function createChangesWorld() {
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

describe('address changes', () => {
  const type = 'TRON';

  let world: ChangesWorld;
  let ctx: Ctx;
  beforeEach(async () => {
    world = await createChangesWorld();
    ctx = world.ctx;
  });

  const use = (factory: Hex | null, wallet?: Hex) => world.use(factory, wallet);
  const createBuyer = (wanted: Parameters<ChangesWorld['createBuyer']>[0] = {}) => world.createBuyer(wanted);
  const tell = () => world.tell();
  const deliver = () => world.deliver();

  test('buyers with an address are notified of another factory once, on the page and by e-mail; nobody else is', async () => {
    await use(first);
    const [ann, bea, cem] = [await createBuyer(), await createBuyer({ language: 'ru' }), await createBuyer()];
    const [old] = [await ann.open(), await bea.open()];
    await tell();
    expect(await ann.news()).toEqual([]);
    await use(second);
    const unopened = await createBuyer();
    await tell();
    const [news] = await ann.news();
    expect(news).toMatchObject({ type, old_address: old, is_former: false });
    expect(await cem.news()).toEqual([]);
    expect(await unopened.news()).toEqual([]);
    const mails = await deliver();
    expect(mails.map(({ to }) => to).toSorted()).toEqual([ann.user.email, bea.user.email].toSorted());
    const mail = mails.find(({ to }) => to === ann.user.email)!;
    expect(mail.subject).toContain('TRON');
    const russian = mails.find(({ to }) => to === bea.user.email)!;
    expect(russian.subject).toContain('изменился');
    await tell();
    expect(await deliver()).toEqual([]);
    expect(await ann.open()).toBe(news!.new_address);
    expect(news!.new_address).not.toBe(old);
  });

  test('a new address that a buyer was told of is watched, also if they pay to it without opening it', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    await use(second);
    await tell();
    const [news] = await ann.news();
    const chain = { network: type, chainId: BigInt(world.chainId) } as const;
    const address = parseAddress(type, news!.new_address!);
    expect((await listAllAddresses(ctx, chain)).map((one) => one.address)).toContain(address);
    expect(await findOwners(ctx, chain, [address])).toEqual(new Map([[address, ann.user.id]]));
    expect(await ann.news()).toEqual([news]);
    expect(await ann.open()).toBe(news!.new_address);
  });

  test('the e-mail holds neither an address nor a link', async () => {
    for (const language of LANGUAGES) {
      await use(first);
      const ann = await createBuyer({ language });
      const old = await ann.open();
      await use(second);
      await tell();
      const [news] = await ann.news();
      const mail = (await deliver()).find(({ to }) => to === ann.user.email)!;
      await use(null, walletOf(third));
      await tell();
      const last = (await deliver()).find(({ to }) => to === ann.user.email)!;
      const text = `${last.text}\n${last.html}\n${mail.subject}\n${mail.text}\n${mail.html}`;
      for (const part of [old, news!.new_address!, walletOf(second), walletOf(third)].flatMap((address) => [
        address.slice(0, 8),
        address.slice(-6),
      ]))
        expect(text).not.toContain(part);
      expect(text).not.toMatch(/https?:|href|www\.|0x[0-9a-f]{6}|T[1-9A-HJ-NP-Za-km-z]{25}/i);
      expect(text).not.toContain(new URL(ctx.publicUrl).host);
      await forgetMethods(ctx);
    }
  });

  test('a notice goes once it is dismissed, or half an hour after the new address was first opened', async () => {
    await use(first);
    const [ann, bea] = [await createBuyer(), await createBuyer()];
    for (const buyer of [ann, bea]) await buyer.open();
    await use(second);
    await tell();
    const id = (await ann.news())[0]!.id;
    const dismiss = (as: Ctx) => dismissAddressChange(as, { params: { id } });
    await expect(dismiss(bea.ctx)).rejects.toMatchObject({ reason: 'notFound' });
    expect(await ann.news()).toHaveLength(1);
    for (let times = 0; times < 2; times += 1) await dismiss(ann.ctx);
    expect(await ann.news()).toEqual([]);
    world.clock.advance(40 * MINUTE_MS);
    expect(await bea.news()).toHaveLength(1);
    await bea.open();
    world.clock.advance(29 * MINUTE_MS);
    await bea.open();
    expect(await bea.news()).toHaveLength(1);
    world.clock.advance(2 * MINUTE_MS);
    expect(await bea.news()).toEqual([]);
  });

  test('switching off and on, another checkout and a while of exact amounts to the same wallet tell nobody anything', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    const quiet = async () => {
      await tell();
      return [await ann.news(), await deliver()];
    };
    const { id } = (await findActiveMethod(ctx, type))!;
    for (const isOn of [false, true]) await switchMethod(ctx, id, isOn);
    await use(first);
    expect(await quiet()).toEqual([[], []]);
    await use(null);
    expect(await quiet()).toEqual([[], []]);
    await use(first);
    expect(await quiet()).toEqual([[], []]);

    await use(second);
    await tell();
    const [news] = await ann.news();
    expect(await deliver()).toHaveLength(1);
    await switchMethod(ctx, (await findActiveMethod(ctx, type))!.id, false);
    expect(await quiet()).toEqual([[], []]);
    await switchMethod(ctx, (await findActiveMethod(ctx, type))!.id, true);
    await use(null, walletOf(second));
    await use(second);
    await tell();
    expect(await ann.news()).toEqual([news]);
    expect(await deliver()).toEqual([]);
  });

  test('a change while top-ups are off is notified once they are on', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    await switchMethod(ctx, (await findActiveMethod(ctx, type))!.id, false);
    await use(second);
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([[], []]);
    await switchMethod(ctx, (await findActiveMethod(ctx, type))!.id, true);
    await tell();
    expect(await ann.news()).toHaveLength(1);
    expect(await deliver()).toHaveLength(1);
  });

  test('a factory or a notice written into the database without the shop tells nobody anything', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    await use(first);
    await sql`update payment_methods set factory_address = ${second} where chain_id = ${world.chainId}
    and retired_at is null`.execute(ctx.db);
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([[], []]);
    await sql`update payment_methods set factory_address = ${first} where chain_id = ${world.chainId}`.execute(
      ctx.db,
    );

    const methodId = (await findActiveMethod(ctx, type))!.id;
    await sql`
    insert into factory_changes (method_id, network, created_at, done_at)
    values (${methodId}, ${type}, now(), now())`.execute(ctx.db);
    const { rows } = await sql<{ id: bigint }>`
    insert into address_notices (method_id, user_id, network, chain_id, created_at)
    values (${methodId}, ${ann.user.id}, ${type}, ${world.chainId}, now()) returning id`.execute(ctx.db);
    const forged = { kind: 'address-changed', reference: rows[0]!.id, recipient: ann.user.email };
    await queueMails(ctx.db, [forged], ctx.clock.now(), { bulk: true });
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([[], []]);
  });

  test('going back to an earlier factory is notified again, as an address that the buyer had before', async () => {
    await use(first);
    const [ann, bea] = [await createBuyer(), await createBuyer()];
    const [annFirst] = [await ann.open(), await bea.open()];
    await use(second);
    const late = await createBuyer();
    const lateSecond = await late.open();
    const annSecond = await ann.open();
    await tell();
    const beaSecond = (await bea.news())[0]!.new_address;
    expect(await deliver()).toHaveLength(2);
    expect(await late.news()).toEqual([]);

    await use(first);
    const joined = await createBuyer();
    await tell();
    expect(await ann.news()).toMatchObject([
      { old_address: annSecond, new_address: annFirst, is_former: true },
    ]);
    // Never opened the second one, but was told of it.
    expect(await bea.news()).toMatchObject([{ old_address: beaSecond, is_former: true }]);
    expect(await late.news()).toMatchObject([{ old_address: lateSecond, is_former: false }]);
    expect(await joined.news()).toEqual([]);
    const mails = await deliver();
    expect(mails).toHaveLength(3);
    const textTo = (email: string) => mails.find(({ to }) => to === email)!.text;
    expect(textTo(ann.user.email)).toContain('an address you used before is in use again');
    expect(textTo(late.user.email)).not.toContain('used before');
  });

  test('of two changes in a row buyers are notified of the last one only, with the address that they know', async () => {
    await use(first);
    const ann = await createBuyer();
    const old = await ann.open();
    await use(second);
    await tell();
    await use(third);
    await tell();
    const expected = [{ old_address: old, is_former: false }];
    expect(await ann.news()).toMatchObject(expected);
    // The e-mail about the second, which was still queued, is not sent.
    expect(await deliver()).toHaveLength(1);
  });

  test('profiles that are blocked get no e-mail', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    await ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', ann.user.id).execute();
    await use(second);
    await tell();
    expect(await deliver()).toEqual([]);
  });

  test('the addresses shown follow from the key, not from a row', async () => {
    await use(first);
    const ann = await createBuyer();
    const old = await ann.open();
    await use(second);
    await tell();
    const evil = randomHex(20);
    await sql`update deposit_addresses set address = ${evil} where chain_id = ${world.chainId}`.execute(
      ctx.db,
    );
    const [news] = await ann.news();
    expect(news).toMatchObject({ old_address: old });
    expect(news!.new_address).not.toBe(formatAddress(type, evil));
  });
});

describe('addresses ended', () => {
  const type = 'TRON';

  let world: ChangesWorld;
  beforeEach(async () => {
    world = await createChangesWorld();
  });

  const use = (factory: Hex | null, wallet?: Hex) => world.use(factory, wallet);
  const createBuyer = (wanted: Parameters<ChangesWorld['createBuyer']>[0] = {}) => world.createBuyer(wanted);
  const tell = () => world.tell();
  const deliver = () => world.deliver();

  test('exact amounts to another wallet tell who had an address to stop using it, once however often the wallet changes', async () => {
    await use(first);
    const [ann, bea] = [await createBuyer(), await createBuyer({ language: 'pt' })];
    const [old] = [await ann.open(), await bea.open()];
    const stranger = await createBuyer();
    await use(null);
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([[], []]);

    await use(null, walletOf(second));
    await tell();
    const news = await ann.news();
    expect(news).toMatchObject([{ type, old_address: old, new_address: null, is_former: false }]);
    expect(await stranger.news()).toEqual([]);
    const mails = await deliver();
    const subjectTo = (email: string) => mails.find(({ to }) => to === email)?.subject;
    expect(subjectTo(ann.user.email)).toContain('stop using');
    expect(subjectTo(bea.user.email)).toContain('pare de usar');
    expect(mails).toHaveLength(2);

    await use(null, walletOf(third));
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([news, []]);
    await dismissAddressChange(ann.ctx, { params: { id: news[0]!.id } });
    expect(await ann.news()).toEqual([]);

    await use(third);
    await tell();
    expect(await ann.news()).toMatchObject([{ old_address: old, new_address: expect.any(String) }]);
    expect(await deliver()).toHaveLength(2);
  });

  test('back at the wallet of the addresses, nobody is told to stop using them any more', async () => {
    await use(first);
    const ann = await createBuyer();
    await ann.open();
    await use(null, walletOf(second));
    await tell();
    await use(null);
    await tell();
    expect([await ann.news(), await deliver()]).toEqual([[], []]);
  });
});
