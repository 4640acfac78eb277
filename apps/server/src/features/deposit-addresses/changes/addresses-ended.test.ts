import type { Hex } from 'viem';
import { beforeEach, expect, test } from 'vitest';
import {
  createChangesWorld,
  first,
  second,
  third,
  walletOf,
  type ChangesWorld,
} from '../../../testing/changes-world.ts';
import { dismissAddressChange } from './own-address-changes.ts';

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
