import fastify, { type FastifyInstance, type RouteOptions } from 'fastify';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createApp } from '../compose/app.ts';
import { createHttp } from '../platform/http/http.ts';
import { Refusal } from '../platform/refusal.ts';
import { atEndOfFile } from '../testing/end-of-file.ts';
import { createWorld } from '../testing/world.ts';

/**
 * No route writes what nobody has described: a schema checks every answer in JSON, so that a value that JSON does not
 * have is found by the first test that reads it.
 */

/** Routes whose answers are texts or files, each with who makes the text. */
const TEXTS: Readonly<Record<string, string>> = {
  '/metrics': 'the client of Prometheus, of numbers',
  '/robots.txt': 'a list of addresses',
  '/sitemap.xml': 'a list of addresses, held as bytes',
  '/sitemap-:number.xml': 'the same',
  '/manifest.webmanifest': 'a built file, with texts of the brand',
  '/api/v2': 'each action of a panel, by a schema of its own',
  '/api/openapi.json': 'the contract itself, which changes with a release only',
};
const BUILT = ['index.html', 'manifest.webmanifest', 'favicon.svg'];

/** Runs a step and returns every route that was bound meanwhile, on any server. */
async function routesOf(step: () => Promise<unknown>): Promise<RouteOptions[]> {
  const routes: RouteOptions[] = [];
  const watch = (message: unknown): void => {
    const { fastify: server } = message as { fastify: FastifyInstance };
    server.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', watch);
  try {
    await step();
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
  return routes;
}

type Response =
  | z.core.$ZodType
  | { readonly content: Readonly<Record<string, { readonly schema: unknown }>> };

/** Whether a schema writes the route's answer with any status. */
function isWritten({ schema }: RouteOptions): boolean {
  const response = (schema?.response ?? {}) as Readonly<Record<string, Response>>;
  const schemas = Object.values(response).flatMap((one) =>
    'content' in one ? Object.values(one.content).map((type) => type.schema) : [one],
  );
  return 'default' in response && schemas.every((one) => one instanceof z.core.$ZodType);
}

const unwritten = (routes: readonly RouteOptions[]): string[] => [
  ...new Set(routes.filter((route) => !isWritten(route)).map(({ url }) => url)),
];

/** A whole shop with pages; its metrics on its own port, or on one of theirs. */
async function openShop(metricsPort: number | null): Promise<void> {
  const { ctx } = await createWorld();
  const { db, clock, log, keyring, publicUrl } = ctx;
  const folder = mkdtempSync(join(tmpdir(), 'portside-routes-'));
  atEndOfFile(async () => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'assets'));
  for (const name of [...BUILT, 'assets/page.js']) writeFileSync(join(folder, name), '{}');
  const metrics = { port: metricsPort, token: 'a token of the metrics' };
  const app = await createApp(
    { publicUrl, trustedProxies: [], perMinute: 1_000, pagesFolder: folder, metrics },
    {
      db,
      clock,
      log,
      keyring,
      mailer: { send: () => Promise.resolve() },
      telegram: null,
      chains: {},
      sandbox: null,
    },
  );
  atEndOfFile(() => app.stop());
}

test.each([null, 9464])('every answer has a schema, or is a text; metrics on port %s', async (port) => {
  const routes = await routesOf(() => openShop(port));
  expect(routes.length).toBeGreaterThan(300);
  const files = ['/favicon.svg', '/assets/page.js'];
  expect(unwritten(routes).toSorted()).toEqual([...Object.keys(TEXTS), ...files].toSorted());
});

test('a failure is written by its schema, also where the route has none', async () => {
  const http = await createHttp({ log: (await createWorld()).ctx.log, trustedProxies: [], perMinute: null });
  const fault = { field: 'amount', fault: 'short', inside: 'of nobody’s business' } as const;
  http.get('/bare', () => {
    throw new Refusal('invalidFormat', 'amount', [fault]);
  });
  const { statusCode, body } = await http.inject('/bare');
  expect([statusCode, JSON.parse(body).faults]).toEqual([400, [{ field: 'amount', fault: 'short' }]]);
});

test('a route without a schema is found', async () => {
  const schema = { response: { 200: z.object({ at: z.int() }) } };
  const routes = await routesOf(async () => {
    const http = fastify({ exposeHeadRoutes: false });
    http.setSerializerCompiler(() => String);
    http.get('/bare', () => ({ at: 1n }));
    http.get('/only-200', { schema }, () => ({ at: 1 }));
    http.get('/any', { schema: { response: { default: schema.response[200] } } }, () => ({ at: 1 }));
    await http.close();
  });
  expect(unwritten(routes)).toEqual(['/bare', '/only-200']);
});
