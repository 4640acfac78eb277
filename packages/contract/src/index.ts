/**
 * The wire between the shop's server and everybody who calls it: values, endpoints by noun,
 * and the one error table. No I/O, no React, no Node.
 */
import type * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';
import { goodsEndpoints } from './goods.ts';
import { liveEndpoints } from './live.ts';
import { ordersEndpoints } from './orders.ts';
import type { EndpointName } from './paths.ts';
import { paymentMethodsEndpoints } from './payment-methods.ts';
import { rechargesEndpoints } from './recharges.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { sessionsEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings.ts';
import { statisticsEndpoints } from './statistics.ts';
import { usersEndpoints } from './users.ts';

export const contract = {
  ...sessionsEndpoints,
  ...usersEndpoints,
  ...settingsEndpoints,
  ...paymentMethodsEndpoints,
  ...goodsEndpoints,
  ...ordersEndpoints,
  ...rechargesEndpoints,
  ...statisticsEndpoints,
  ...liveEndpoints,
  ...sandboxEndpoints,
} satisfies Record<EndpointName, Endpoint>;

type Contract = typeof contract;
type Part = 'params' | 'query' | 'body';
type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : never;

/** What a caller sends. */
export type Request<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Sent<Contract[N][K]> };
/** What a verb receives, checked and with its defaults. */
export type Input<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Parsed<Contract[N][K]> };
/** What the envelope carries. */
export type Data<N extends EndpointName> = Parsed<Contract[N]['data']>;

export { errorNameOf, errors, type ErrorName } from './errors.ts';
export type { Access, Endpoint } from './endpoint.ts';
export { cleanPayload } from './clean-payload.ts';
export { paths, type EndpointName } from './paths.ts';
export * from './amounts.ts';
export * from './goods.ts';
export * from './live.ts';
export * from './money.ts';
export * from './orders.ts';
export * from './payment-methods.ts';
export * from './recharges.ts';
export * from './sandbox.ts';
export * from './sessions.ts';
export * from './settings.ts';
export * from './statistics.ts';
export * from './users.ts';
export * from './values.ts';
