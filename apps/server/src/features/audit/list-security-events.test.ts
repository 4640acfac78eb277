import { expect, test } from 'vitest';
import type { Ctx } from '../../platform/context.ts';
import {
  countSecurityEvent,
  MOST_ADDRESSED,
  type SecurityEvent,
} from '../../platform/security-events.sql.ts';
import { signInAdmin, createPerson } from '../../testing/people.ts';
import { createFreshWorld, createWorld } from '../../testing/world.ts';
import { listSecurityEvents } from './list-security-events.ts';

const list = async (ctx: Ctx, query: Record<string, unknown>) =>
  (await listSecurityEvents(ctx, { query: { limit: 20, ...query } })).items;

const GUESS: SecurityEvent = {
  kind: 'signInRefused',
  address: '198.51.100.1',
  userId: null,
  call: 'login',
};

test('events are found by user, address, kind and time; those of an hour are one row', async () => {
  const { ctx, clock } = await createWorld();
  const { ctx: reader } = await signInAdmin(ctx, ['audit.read']);
  const { user } = await createPerson(ctx);
  const happen = (event: Partial<SecurityEvent>) =>
    countSecurityEvent(ctx.db, { ...GUESS, userId: user.id, ...event }, clock.now());
  const start = clock.now();
  await happen({});
  clock.advance(1_000);
  await happen({});
  await happen({ address: '203.0.113.9', kind: 'signIn' });
  clock.advance(3 * 3_600_000);
  const later = clock.now();
  await happen({ address: '198.51.100.2' });

  const { username } = user;
  const [newest, signIn, guesses] = await list(reader, { username });
  expect(newest).toMatchObject({ at: later.toISOString(), count: 1, address: '198.51.100.2' });
  expect(signIn).toMatchObject({ kind: 'signIn', username, user_id: String(user.id), call: 'login' });
  expect(guesses).toMatchObject({
    at: start.toISOString(),
    last_at: new Date(start.getTime() + 1_000).toISOString(),
    count: 2,
  });
  const addresses = async (query: Record<string, unknown>) =>
    (await list(reader, { username, ...query })).map(({ address }) => address);
  expect(await addresses({ kind: 'signIn' })).toEqual(['203.0.113.9']);
  expect(await addresses({ address: '198.51.100.' })).toEqual(['198.51.100.2', '198.51.100.1']);
  expect(await addresses({ address: '198.51.100.1' })).toEqual(['198.51.100.1']);
  expect(await addresses({ address: '198_51' })).toEqual([]);
  expect(await addresses({ from: later.toISOString() })).toEqual(['198.51.100.2']);
  expect(await addresses({ to: later.toISOString() })).toEqual(['203.0.113.9', '198.51.100.1']);
  expect(await list(reader, { username: 'nobody at all' })).toEqual([]);
});

test('a flood from ever new addresses keeps a bounded number of rows, and the guesses at each user', async () => {
  const { ctx, clock } = await createFreshWorld();
  const { ctx: reader } = await signInAdmin(ctx, ['audit.read']);
  const { user } = await createPerson(ctx);
  const hour = new Date(Math.floor(clock.now().getTime() / 3_600_000) * 3_600_000);
  const flood = Array.from({ length: MOST_ADDRESSED }, (_, index) => ({
    hour,
    kind: 'signInRefused' as const,
    address: `2001:db8::${index.toString(16)}`,
    user_id: 0n,
    call: 'login',
    count: 1,
    first_at: hour,
    last_at: hour,
  }));
  for (let done = 0; done < flood.length; done += 1_000)
    await ctx.db
      .insertInto('security_events')
      .values(flood.slice(done, done + 1_000))
      .execute();
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3'])
    await countSecurityEvent(ctx.db, { ...GUESS, address, userId: user.id }, clock.now());
  await countSecurityEvent(ctx.db, { ...GUESS, address: flood.at(-1)!.address }, clock.now());
  const { count } = await ctx.db
    .selectFrom('security_events')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBe(MOST_ADDRESSED + 1);
  expect(await list(reader, { username: user.username })).toMatchObject([{ address: '', count: 3 }]);
  expect(await list(reader, { address: flood.at(-1)!.address })).toMatchObject([{ count: 2 }]);
});
