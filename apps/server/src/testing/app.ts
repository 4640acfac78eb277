import { randomUUID } from 'node:crypto';
import { contract, paths, PROTOCOLS, type EndpointName, type Protocol } from '@portside/contract';
import * as z from 'zod/mini';
import { createApp, type App, type Adapters } from '../compose/app.ts';
import { changeSettings } from '../features/settings/index.ts';
import type { Ctx } from '../platform/context.ts';
import { fund } from './build.ts';
import { atEndOfFile } from './end-of-file.ts';
import { createFreshWorld, createWorld, type World, createWorldAsShopRole } from './world.ts';

export type Answer = {
  readonly status: number;
  readonly code: number;
  readonly data: any;
  readonly body: any;
};

export type TestShop = World & {
  readonly app: App;
  /** One call; the body is sent as JSON unless it is a string. */
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** A fresh user's token, name and e-mail address. */
  register(): Promise<{ token: string; username: string; email: string; id: string }>;
};

/** The shop on the test file's database: no pages, no chains but those given, no mail, requests by injection. */
export async function createTestShop(chains: Adapters['chains'] = {}, log?: Ctx['log']): Promise<TestShop> {
  const world = await createWorld();
  return openShop(log ? { ...world, ctx: { ...world.ctx, log, processLog: log } } : world, chains);
}

/** The same on a database that no other test of the file has touched, for what is in all of a table. */
export const createFreshShop = async (): Promise<TestShop> => openShop(await createFreshWorld(), {});

/** A shop whose back office opens from these addresses alone. */
export const createShopWithOffice = async (officeAddresses: readonly string[]): Promise<TestShop> =>
  openShop(await createWorld(), {}, officeAddresses);

/** The same with the fewer privileges of the running shop; on PostgreSQL only. */
export const createShopAsShopRole = async (): Promise<TestShop> =>
  openShop(await createWorldAsShopRole(), {});

async function openShop(
  world: World,
  chains: Adapters['chains'],
  officeAddresses: readonly string[] = [],
): Promise<TestShop> {
  const { ctx } = world;
  const options = {
    publicUrl: ctx.publicUrl,
    trustedProxies: [],
    officeAddresses,
    perMinute: null,
    pagesFolder: null,
  };
  const mailer = { send: () => Promise.resolve() };
  const app = await createApp(options, {
    db: ctx.db,
    clock: ctx.clock,
    log: ctx.log,
    keyring: ctx.keyring,
    mailer,
    telegram: null,
    chains,
    sandbox: null,
  });
  atEndOfFile(() => app.stop());
  const call: TestShop['call'] = async (method, path, body, headers = {}) => {
    const answer = await app.http.inject({
      method: method as 'GET',
      url: path,
      headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed = answer.headers['content-type']?.includes('json') ? answer.json() : answer.body;
    if (parsed.code === 200) checkAnswer(method, path, parsed.data);
    return { status: answer.statusCode, code: parsed.code, data: parsed.data, body: parsed };
  };
  const register: TestShop['register'] = async () => {
    const username = `user-${randomUUID().slice(0, 12)}`;
    const email = `${username}@example.test`;
    const { data } = await call('POST', '/api/auth/register', {
      username,
      email,
      password: 'harbour-9',
      agree: true,
    });
    return { token: data.token, username, email, id: data.user.id };
  };
  return { ...world, app, call, register };
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export type ConnectedShop = {
  readonly userId: bigint;
  readonly token: string;
  readonly id: string;
  readonly secret: string;
};

/** A buyer with money, whose shop speaks the protocol and has a key for it. All protocols are switched on. */
export async function connectShop(
  { ctx, call, register }: TestShop,
  protocol: Protocol,
  { balanceMicro = 100_000_000n, ...wanted }: { balanceMicro?: bigint } & Record<string, unknown> = {},
): Promise<ConnectedShop> {
  await changeSettings(ctx, { protocols_on: [...PROTOCOLS] });
  const { token, id: userId } = await register();
  if (balanceMicro > 0n) await fund(ctx, BigInt(userId), balanceMicro);
  const scopes = ['catalogue', 'balance', 'orders:place', 'orders:read', 'accounts:read', 'claims'];
  const body = { name: 'Shop', protocol, scopes, password: 'harbour-9', ...wanted };
  const { data } = await call('POST', '/api/api-keys', body, bearer(token));
  return { userId: BigInt(userId), token, id: data.id, secret: data.secret };
}

/** Throws if an endpoint's schema does not allow the answer. */
function checkAnswer(method: string, path: string, data: unknown): void {
  const segments = path.split('?', 1)[0]!.split('/');
  const name = BY_PRECISION.find((one) => {
    const [ofMethod, url] = paths[one];
    const parts = url.split('/');
    const isAt = (part: string, at: number): boolean => part.startsWith(':') || part === segments[at];
    return ofMethod === method && parts.length === segments.length && parts.every(isAt);
  });
  if (name !== undefined) z.parse(contract[name].data, data);
}

/** As the router chooses: a fixed path before one with a parameter. */
const BY_PRECISION = (Object.keys(paths) as EndpointName[]).toSorted(
  (a, b) => paths[a][1].split(':').length - paths[b][1].split(':').length,
);
