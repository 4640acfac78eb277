import { EventSource } from 'eventsource';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { Live } from '../../platform/live.ts';
import { signInAdmin, createOwner } from '../../testing/people.ts';
import { bearer, createTestShop, type TestShop } from '../../testing/app.ts';
import { atEndOfFile } from '../../testing/end-of-file.ts';
import { ann, annAtWork, bob, join, stranger } from '../../testing/valkey.ts';
import { endStreams } from './sessions.jobs.ts';
import { recoverOwner } from './recover-owner.ts';

const SOON = { interval: 5 };

let shop: TestShop;
let base: string;
const sources: EventSource[] = [];
beforeAll(async () => {
  shop = await createTestShop();
  await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  atEndOfFile(() => shop.app.stop());
  base = `http://127.0.0.1:${(shop.app.http.server.address() as AddressInfo).port}`;
});
afterEach(() => sources.splice(0).forEach((source) => source.close()));

/** A stream as a page opens it: the names of the events it hears. */
function open(headers: Record<string, string>): string[] {
  const source = new EventSource(`${base}/api/live?visitor=visitor-${sources.length}`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...headers } }),
  });
  sources.push(source);
  const heard: string[] = [];
  for (const name of ['balance', 'session']) source.addEventListener(name, () => void heard.push(name));
  return heard;
}

test('a stolen session loses its open stream when the server’s command lets the owner back in', async () => {
  const owner = await signInAdmin(shop.ctx);
  const buyer = await shop.register();
  const [thief, bystander] = [open(owner.headers), open(bearer(buyer.token))];
  for (const stream of [thief, bystander]) await expect.poll(() => stream, SOON).toContain('balance');
  // The command is a process of its own: what it publishes reaches no stream.
  const command = { ...shop.app.systemCtx('command: owner'), live: new Live() };
  await recoverOwner(command, { username: owner.user.username, password: 'what is printed' });
  shop.app.startJobs();
  await expect.poll(() => thief, SOON).toContain('session');
  expect(bystander).not.toContain('session');
});

test('streams end with sessions that expire, or whose user is blocked in the database', async () => {
  const { ctx } = shop;
  const live = new Live();
  const { user } = await createOwner(ctx);
  const insert = async (seenAgoMs: number): Promise<bigint> => {
    const now = ctx.clock.now();
    const row = {
      user_id: user.id,
      token_hash: Buffer.from(`session ${seenAgoMs}`),
      address: '',
      user_agent: '',
      created_at: now,
      last_seen_at: new Date(now.getTime() - seenAgoMs),
    };
    const { id } = await ctx.db.insertInto('sessions').values(row).returning('id').executeTakeFirstOrThrow();
    return id;
  };
  const [used, idle] = [await insert(0), await insert(31 * 60_000)];
  const streams = await Promise.all([
    join(live, { ...ann, sessionId: used }),
    join(live, { ...annAtWork, sessionId: idle }),
    join(live, { ...bob, sessionId: 987_654n }),
    join(live, stranger),
  ]);
  const ended = () => streams.map(({ heard }) => heard.some((text) => text.includes('event: session')));
  await endStreams(ctx, live);
  expect(ended()).toEqual([false, true, true, false]);
  await ctx.db.updateTable('users').set({ status: 'frozen' }).where('id', '=', user.id).execute();
  await endStreams(ctx, live);
  expect(ended()).toEqual([true, true, true, false]);
});
