import { errors, paths, type EndpointName } from '@portside/contract';
import { EventSource } from 'eventsource';
import { beforeAll, expect, test } from 'vitest';
import { mailRenderers } from '../compose/compose.ts';
import { updateAlarms } from '../features/alarms/watch-alarms.ts';
import { countUnread, notify, notifyStaff } from '../features/notices/index.ts';
import type { MailRenderer } from '../platform/mail/mailer.ts';
import { bearer, createShopWithOffice, type TestShop } from '../testing/app.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { signInAdmin } from '../testing/people.ts';
import { endpointOf, ENDPOINTS } from '../testing/cells.ts';

let shop: TestShop;
beforeAll(async () => {
  shop = await createShopWithOffice(['198.51.100.0/24', '2001:db8::/48']);
});

const callFrom = async (name: EndpointName, remoteAddress: string, headers: Record<string, string>) => {
  const [method, url] = paths[name];
  const answer = await shop.app.http.inject({
    method,
    url: url.replaceAll(/:\w+/g, '1'),
    remoteAddress,
    headers,
  });
  return answer.json<{ code: number }>().code;
};

test('the back office opens from its addresses alone, and the shop from everywhere', async () => {
  const { headers } = await signInAdmin(shop.ctx);
  for (const address of ['198.51.100.7', '::ffff:198.51.100.7', '2001:db8:0:5::1'])
    expect(await callFrom('listRoles', address, headers), address).toBe(200);
  expect(await callFrom('readIdentity', '203.0.113.9', headers)).toBe(200);
  const { token } = await shop.register();
  expect(await callFrom('listRoles', '203.0.113.9', bearer(token))).toBe(errors.noPermission.code);
});

test('no call of the back office is answered from elsewhere', async () => {
  const { headers } = await signInAdmin(shop.ctx);
  const office = ENDPOINTS.filter((name) => {
    const { access } = endpointOf(name);
    return access === 'admin' || typeof access === 'object';
  });
  expect(office.length).toBeGreaterThan(100);
  for (const name of office) {
    const code = await callFrom(name, '203.0.113.9', headers);
    expect([errors.officeElsewhere.code, errors.freshCodeNeeded.code], name).toContain(code);
  }
});

/** The caller's notices; with `upTo`, marks them as read. */
async function askFrom(remoteAddress: string, headers: Record<string, string>, upTo?: string) {
  const reading = { method: 'POST', url: '/api/notices/read', payload: { up_to: upTo } } as const;
  const call = upTo === undefined ? ({ method: 'GET', url: '/api/notices' } as const) : reading;
  return (await shop.app.http.inject({ ...call, headers, remoteAddress })).json().data;
}

test('where the back office does not open, its notices are not listed, counted or marked as read', async () => {
  const { ctx } = shop;
  const ann = await signInAdmin(ctx, ['settings.write']);
  const facts = { host: 'erp.example', isGone: true };
  await notify(ctx, {
    userId: ann.user.id,
    event: 'webhookOff',
    reference: 8_001n,
    facts: { ...facts, isShops: false },
  });
  await notifyStaff(ctx, { event: 'shopWebhookOff', reference: 8_002n, facts, to: [ann.user.id] });
  const inside = await askFrom('198.51.100.7', ann.headers);
  expect(inside).toMatchObject({ items: [{ event: 'shopWebhookOff' }, { event: 'webhookOff' }], unread: 2 });
  const outside = await askFrom('203.0.113.9', ann.headers);
  expect(outside.items).toMatchObject([{ event: 'webhookOff' }]);
  expect(outside.unread).toBe(1);
  expect(await askFrom('203.0.113.9', ann.headers, inside.newest)).toEqual({ unread: 0 });
  expect((await askFrom('198.51.100.7', ann.headers)).unread).toBe(1);
});

test('where the back office does not open, its notices are not counted live either', async () => {
  // Of the process that serves the stream.
  const ctx = shop.app.systemCtx('test');
  const ann = await signInAdmin(shop.ctx, ['settings.write']);
  const base = await shop.app.http.listen({ host: '127.0.0.1', port: 0 });
  const source = new EventSource(`${base}/api/live?visitor=elsewhere`, {
    fetch: (url, init) => fetch(url, { ...init, headers: { ...init.headers, ...ann.headers } }),
  });
  atEndOfFile(async () => source.close());
  const counted: number[] = [];
  source.addEventListener('notices', ({ data }) => counted.push(JSON.parse(data as string).unread as number));
  await expect.poll(() => counted).toEqual([0]);
  const facts = { host: 'erp.example', isGone: true };
  await notifyStaff(ctx, { event: 'shopWebhookOff', reference: 8_101n, facts, to: [ann.user.id] });
  const own = { ...facts, isShops: false };
  await notify(ctx, { userId: ann.user.id, event: 'webhookOff', reference: 8_102n, facts: own });
  // The first is nothing new here.
  await expect.poll(() => counted).toEqual([0, 0, 1]);
});

test('whoever may not act on it any more is told no more of it, on the page and by mail', async () => {
  const { ctx } = shop;
  const ann = await signInAdmin(ctx, ['settings.write', 'statistics.read']);
  const facts = { host: 'erp.example', isGone: true };
  await notifyStaff(ctx, { event: 'shopWebhookOff', reference: 8_003n, facts });
  await updateAlarms(ctx, ['imagesUsedUp'], [{ kind: 'imagesUsedUp', network: null, findings: [] }]);
  const events = async () =>
    (await askFrom('198.51.100.7', ann.headers)).items.map(({ event }: { event: string }) => event);
  const mailed = async () => {
    const mails = await ctx.db
      .selectFrom('mails')
      .select(['kind', 'reference'])
      .where('recipient', '=', ann.user.email)
      .orderBy('id')
      .execute();
    const letters = await Array.fromAsync(mails, ({ kind, reference }) =>
      (mailRenderers.get(kind) as MailRenderer)(ctx, reference, ann.user.email),
    );
    return letters.map((letter) => letter !== null);
  };
  expect(await events()).toEqual(['alarmRaised', 'shopWebhookOff']);
  expect(await mailed()).toEqual([true, true]);
  const role = ctx.db.updateTable('roles').where('id', '=', ann.user.role_id);
  await role.set({ actions: ['statistics.read'] }).execute();
  expect(await events()).toEqual(['alarmRaised']);
  expect(await mailed()).toEqual([false, true]);
  expect(await countUnread(ctx.db, ann.user.id)).toBe(1);
  await ctx.db.updateTable('users').set({ role_id: null }).where('id', '=', ann.user.id).execute();
  expect(await mailed()).toEqual([false, false]);
  expect(await countUnread(ctx.db, ann.user.id)).toBe(0);
});
