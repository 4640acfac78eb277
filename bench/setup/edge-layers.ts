import { contract, paths, type Order } from '@portside/contract';
import Fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { createContexts } from '../../apps/server/src/compose/contexts.ts';
import { authenticate } from '../../apps/server/src/features/sessions/index.ts';
import { NO_OUTAGE } from '../../apps/server/src/platform/db/connections/database-outage.ts';
import { compileSerializer, validatorCompiler } from '../../apps/server/src/platform/http/validation.ts';
import { compressAnswers, checkConnection, createHttp } from '../../apps/server/src/platform/http/http.ts';
import { handleFailures } from '../../apps/server/src/platform/http/failures.ts';
import { parseJsonBodies } from '../../apps/server/src/platform/http/parse-json.ts';
import { limitRate, MOST_AT_ONCE, shedLoad } from '../../apps/server/src/platform/http/shed-load.ts';
import { bindRoutes, type Routes } from '../../apps/server/src/platform/http/routes.ts';
import { Hub } from '../../apps/server/src/platform/hub/hub.ts';
import type { Ctx } from '../../apps/server/src/platform/context.ts';

/** The layers between a bare route and ours, in the order in which a call meets them. */
export const LAYERS = [
  'bare',
  'schemas and envelope',
  'JSON parser',
  'headers',
  'load shedding',
  'compression',
  'rate limit',
  'authentication',
] as const;
export type Layer = (typeof LAYERS)[number];

const [METHOD, PATH] = paths.placeOrder;
const NO_LIMIT = 1_000_000_000;

/** An order's answer, without an order. */
const ANSWER: Order = {
  order_no: 'A1B2C3D4E5F6',
  goods: { id: '1', name: 'Bench', description: '', category: 'Bench' },
  quantity: 1,
  gender: 'random',
  unit_price: '0.001',
  list_price: '0.001',
  price_source: 'list',
  discount: '0',
  total_amount: '0.001',
  status: 'processing',
  delivery: { email: 'somebody@bench.test', state: 'queued', failure: null, resends_left: 3 },
  created_at: '2026-11-20T12:00:00.000Z',
  accounts_deleted_at: '2026-11-27T12:00:00.000Z',
  accounts_deleted: false,
  refunded_amount: '0.00',
  claims_until: null,
  has_open_claim: false,
  reference: null,
};
const answer = () => ({ code: 200, message: 'ok', data: ANSWER });

const Envelope = z.object({ code: z.literal(200), message: z.string(), data: contract.placeOrder.data });

/** A server with the route and every layer up to the given one. */
export async function serveLayers(ctx: Ctx, upTo: Layer): Promise<FastifyInstance> {
  const has = (layer: Layer): boolean => LAYERS.indexOf(layer) <= LAYERS.indexOf(upTo);
  if (!has('schemas and envelope')) return serveBare();
  const app = Fastify() as unknown as FastifyInstance;
  app.setValidatorCompiler(validatorCompiler as never);
  app.setSerializerCompiler(compileSerializer as never);
  handleFailures(app, NO_OUTAGE);
  if (has('JSON parser')) parseJsonBodies(app);
  if (has('headers')) checkConnection(app);
  if (has('load shedding')) shedLoad(app, MOST_AT_ONCE);
  if (has('compression')) await compressAnswers(app);
  if (has('rate limit')) limitRate(app, NO_LIMIT, new Hub());
  const schema = { body: contract.placeOrder.body, response: { 200: Envelope } };
  if (has('authentication'))
    app.addHook('onRequest', async ({ headers }) => {
      await authenticate(ctx, headers.authorization!.slice(7));
    });
  app.route({ method: METHOD, url: PATH, schema, handler: async () => answer() });
  return app;
}

/** The same schemas, as Fastify itself reads them. */
function serveBare(): FastifyInstance {
  const app = Fastify();
  const body = z.toJSONSchema(contract.placeOrder.body, { io: 'input', target: 'draft-7' });
  const response = { 200: z.toJSONSchema(Envelope, { target: 'draft-7' }) };
  // Formats and Unicode-flag patterns are the one thing that Ajv reads differently.
  const plain = <T>(schema: T): T =>
    JSON.parse(JSON.stringify(schema), (key, value: unknown) =>
      key === 'format' || key === '$schema' ? undefined : value,
    ) as T;
  app.route({
    method: METHOD,
    url: PATH,
    schema: { body: plain(body), response: plain(response) },
    handler: async () => answer(),
  });
  return app;
}

/** The real edge, limits included, in front of use cases that do nothing. */
export async function serveWholeEdge(ctx: Ctx): Promise<FastifyInstance> {
  const http = await createHttp({ log: ctx.log, trustedProxies: ['127.0.0.1'], perMinute: NO_LIMIT });
  const { contextOf } = createContexts(ctx);
  const useCases = Object.fromEntries(
    Object.keys(paths).map((name) => [name, () => Promise.resolve(ANSWER)]),
  );
  bindRoutes(http, useCases as unknown as Routes, {
    contextOf,
    authenticate,
    authenticateBlocked: authenticate,
    limitFactor: NO_LIMIT,
  });
  return http;
}
