/**
 * The contract between the server and its clients: values, endpoints by noun and the error table. No I/O, no React,
 * no Node.
 */
import type * as z from 'zod/mini';
import { adminGoodsEndpoints, goodsEndpoints } from './goods.ts';
import { adminOrdersEndpoints, ordersEndpoints, deliveryFormatsEndpoints } from './orders/orders.ts';
import { adminRechargesEndpoints, rechargesEndpoints } from './recharges/recharges.ts';
import type { Action } from './wire/actions.ts';
import { agentsEndpoints } from './agents.ts';
import { announcementsEndpoints } from './announcements.ts';
import { approvalsEndpoints } from './approvals.ts';
import { auditEndpoints } from './audit/audit.ts';
import { brandEndpoints } from './settings/brand.ts';
import { chainsEndpoints } from './deposits/chains.ts';
import { warrantyClaimsEndpoints } from './orders/warranty-claims.ts';
import { depositAddressesEndpoints } from './deposit-addresses.ts';
import { depositsEndpoints } from './deposits/deposits.ts';
import { documentsEndpoints } from './documents.ts';
import type { Access, Declared, Endpoint } from './wire/endpoint.ts';
import { exportPaths, type ExportName } from './wire/export-paths.ts';
import { officePaths } from './wire/office-paths.ts';
import { liveEndpoints } from './live.ts';
import { shopPaths, type Path } from './wire/shop-paths.ts';
import { paymentMethodsEndpoints } from './payment-methods.ts';
import { rechargeWalletsEndpoints } from './recharges/wallets.ts';
import { reportsEndpoints } from './reports.ts';
import { rolesEndpoints } from './roles.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { sessionsEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings/settings.ts';
import { setupEndpoints } from './setup.ts';
import { statisticsEndpoints } from './statistics.ts';
import { supportEndpoints } from './support.ts';
import { shopContractsEndpoints, sweepingEndpoints } from './sweeping.ts';
import { stockEndpoints } from './stock.ts';
import { statementsEndpoints } from './statements.ts';
import { tasksEndpoints } from './tasks.ts';
import { treasuryEndpoints } from './treasury.ts';
import { userImportsEndpoints } from './user-imports.ts';
import { usersEndpoints } from './users.ts';
import { walletsEndpoints } from './wallets.ts';

/** Method and path of each endpoint, and the permission it needs. */
export const paths = { ...shopPaths, ...officePaths, ...exportPaths };
export type EndpointName = keyof typeof paths;
/** Endpoints except the back office's exports. */
export type CallName = Exclude<EndpointName, ExportName>;

const declared = {
  ...sessionsEndpoints,
  ...usersEndpoints,
  ...userImportsEndpoints,
  ...settingsEndpoints,
  ...setupEndpoints,
  ...paymentMethodsEndpoints,
  ...goodsEndpoints,
  ...adminGoodsEndpoints,
  ...stockEndpoints,
  ...ordersEndpoints,
  ...adminOrdersEndpoints,
  ...deliveryFormatsEndpoints,
  ...warrantyClaimsEndpoints,
  ...depositsEndpoints,
  ...chainsEndpoints,
  ...rechargesEndpoints,
  ...rechargeWalletsEndpoints,
  ...adminRechargesEndpoints,
  ...statementsEndpoints,
  ...statisticsEndpoints,
  ...tasksEndpoints,
  ...treasuryEndpoints,
  ...sweepingEndpoints,
  ...shopContractsEndpoints,
  ...liveEndpoints,
  ...rolesEndpoints,
  ...agentsEndpoints,
  ...walletsEndpoints,
  ...depositAddressesEndpoints,
  ...approvalsEndpoints,
  ...auditEndpoints,
  ...supportEndpoints,
  ...announcementsEndpoints,
  ...brandEndpoints,
  ...documentsEndpoints,
  ...reportsEndpoints,
  ...sandboxEndpoints,
} satisfies {
  [N in EndpointName]: (typeof paths)[N] extends readonly [string, string, Action]
    ? Declared & { readonly access?: never }
    : Endpoint;
};

type Contract = { readonly [N in EndpointName]: (typeof declared)[N] & { readonly access: Access } };

/** An endpoint that is declared without a row in the tables of paths does not compile. */
const listed: { [N in keyof typeof declared]: N extends EndpointName ? Declared : never } = declared;

/** Every endpoint; its access is the permission in its path's row, or else what it declares. */
export const contract = Object.fromEntries(
  Object.entries<Declared>(listed).map(([name, endpoint]) => {
    const [, , action]: Path = paths[name as EndpointName];
    return [name, action === undefined ? endpoint : { ...endpoint, access: { action } }];
  }),
) as Contract;

type Part = 'params' | 'query' | 'body';
type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : never;

/** What a caller sends. */
export type Request<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Sent<Contract[N][K]> };
/** What a verb receives: validated, with defaults. */
export type Input<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Parsed<Contract[N][K]> };
/** The `data` of an answer. */
export type Data<N extends EndpointName> = Parsed<Contract[N]['data']>;

export { errorNameOf, errors, type ErrorName } from './wire/errors.ts';
export { XLSX_TYPE, type Access, type Endpoint } from './wire/endpoint.ts';
export { cleanPayload, isCleanPayload } from './wire/clean-payload.ts';
export { FieldFault, faultsOf, isMissing, type Issue } from './wire/field-faults.ts';
export type { ExportName } from './wire/export-paths.ts';
export * from './goods.ts';
export * from './orders/orders.ts';
export * from './recharges/recharges.ts';
export * from './deposits/deposits.ts';
export * from './deposit-addresses.ts';
export * from './wire/actions.ts';
export * from './agents.ts';
export * from './wire/values.ts';
export * from './announcements.ts';
export * from './approvals.ts';
export * from './audit/audit.ts';
export * from './settings/brand.ts';
export * from './wire/limits.ts';
export * from './deposits/chains.ts';
export * from './orders/warranty-claims.ts';
export * from './documents.ts';
export * from './findings/findings.ts';
export * from './live.ts';
export * from './wire/money.ts';
export * from './wire/proof-of-work.ts';
export * from './payment-methods.ts';
export * from './recharges/wallets.ts';
export * from './reports.ts';
export * from './roles.ts';
export * from './sandbox.ts';
export * from './sessions.ts';
export * from './settings/settings.ts';
export * from './setup.ts';
export * from './wire/sorts.ts';
export * from './statements.ts';
export * from './statistics.ts';
export * from './sweeping.ts';
export * from './stock.ts';
export * from './support.ts';
export * from './tasks.ts';
export * from './user-imports.ts';
export * from './users.ts';
export * from './wire/titles.ts';
export * from './wallets.ts';
