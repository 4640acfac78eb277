/**
 * The contract between the server and its clients: values, endpoints by noun and the error table. No I/O, no React,
 * no Node.
 */
import type * as z from 'zod/mini';
import { adminCategoriesEndpoints, categoriesEndpoints } from './goods/categories.ts';
import { adminFamiliesEndpoints, familiesEndpoints } from './goods/families.ts';
import { adminGoodsEndpoints, goodsEndpoints, sellingRulesEndpoints } from './goods/goods.ts';
import { adminOrdersEndpoints, ordersEndpoints, deliveryFormatsEndpoints } from './orders/orders.ts';
import { adminRechargesEndpoints, rechargesEndpoints } from './recharges/recharges.ts';
import { standingOrdersEndpoints } from './orders/standing-orders.ts';
import { goodsChangesEndpoints } from './goods/goods-changes.ts';
import type { Action } from './wire/actions.ts';
import { agentsEndpoints } from './agents.ts';
import { payoutsEndpoints } from './payouts.ts';
import { announcementsEndpoints } from './announcements.ts';
import { approvalsEndpoints } from './approvals.ts';
import { auditEndpoints } from './audit/audit.ts';
import { apiKeysEndpoints } from './api-keys.ts';
import { bonusesEndpoints } from './bonuses.ts';
import { brandEndpoints } from './settings/brand.ts';
import { cartEndpoints } from './orders/cart.ts';
import { changesEndpoints } from './changes.ts';
import { chainsEndpoints } from './deposits/chains.ts';
import { warrantyClaimsEndpoints } from './orders/warranty-claims.ts';
import { depositAddressesEndpoints } from './deposit-addresses.ts';
import { depositsEndpoints } from './deposits/deposits.ts';
import { notesEndpoints } from './notes.ts';
import { namedPaymentsEndpoints } from './deposits/named-payments.ts';
import { documentsEndpoints } from './documents.ts';
import type { Access, Declared, Endpoint } from './wire/endpoint.ts';
import { exportPaths, type ExportName } from './wire/export-paths.ts';
import { laterPaths } from './wire/later-paths.ts';
import { officePaths } from './wire/office-paths.ts';
import { liveEndpoints } from './live.ts';
import { shopPaths, type Path } from './wire/shop-paths.ts';
import { noticesEndpoints } from './notices/notices.ts';
import { paymentMethodsEndpoints } from './payment-methods.ts';
import { pricesEndpoints } from './prices/prices.ts';
import { rechargeWalletsEndpoints } from './recharges/wallets.ts';
import { priceSettingEndpoints } from './prices/price-setting.ts';
import { redeemCodesEndpoints } from './redeem-codes.ts';
import { reportsEndpoints } from './reports.ts';
import { restocksEndpoints } from './restocks.ts';
import { rolesEndpoints } from './roles.ts';
import { sandboxEndpoints } from './sandbox.ts';
import { savedRepliesEndpoints } from './saved-replies.ts';
import { savedViewsEndpoints } from './saved-views.ts';
import { searchEndpoints } from './search.ts';
import { sessionsEndpoints } from './sessions.ts';
import { settingsEndpoints } from './settings/settings.ts';
import { setupEndpoints } from './setup.ts';
import { statisticsEndpoints } from './statistics.ts';
import { supportEndpoints } from './support.ts';
import { shopContractsEndpoints, sweepingEndpoints } from './sweeping.ts';
import { stockEndpoints } from './stock/stock.ts';
import { stockMovesEndpoints } from './stock/stock-moves.ts';
import { suppliersEndpoints } from './suppliers.ts';
import { statementsEndpoints } from './statements.ts';
import { tasksEndpoints } from './tasks.ts';
import { timelinesEndpoints } from './timelines.ts';
import { treasuryEndpoints } from './treasury.ts';
import { userImportsEndpoints } from './user-imports.ts';
import { usersEndpoints } from './users.ts';
import { webhooksEndpoints } from './webhooks.ts';
import { checkerEndpoints } from './checker.ts';
import { walletsEndpoints } from './wallets.ts';

/** Method and path of each endpoint, the permission it needs, and the scope that opens it to API keys. */
export const paths = { ...shopPaths, ...laterPaths, ...officePaths, ...exportPaths };
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
  ...categoriesEndpoints,
  ...adminCategoriesEndpoints,
  ...familiesEndpoints,
  ...adminFamiliesEndpoints,
  ...goodsEndpoints,
  ...sellingRulesEndpoints,
  ...goodsChangesEndpoints,
  ...adminGoodsEndpoints,
  ...priceSettingEndpoints,
  ...pricesEndpoints,
  ...changesEndpoints,
  ...stockEndpoints,
  ...stockMovesEndpoints,
  ...ordersEndpoints,
  ...cartEndpoints,
  ...standingOrdersEndpoints,
  ...restocksEndpoints,
  ...adminOrdersEndpoints,
  ...deliveryFormatsEndpoints,
  ...warrantyClaimsEndpoints,
  ...depositsEndpoints,
  ...chainsEndpoints,
  ...namedPaymentsEndpoints,
  ...rechargesEndpoints,
  ...rechargeWalletsEndpoints,
  ...adminRechargesEndpoints,
  ...statementsEndpoints,
  ...statisticsEndpoints,
  ...searchEndpoints,
  ...notesEndpoints,
  ...savedRepliesEndpoints,
  ...savedViewsEndpoints,
  ...timelinesEndpoints,
  ...suppliersEndpoints,
  ...tasksEndpoints,
  ...treasuryEndpoints,
  ...sweepingEndpoints,
  ...shopContractsEndpoints,
  ...liveEndpoints,
  ...rolesEndpoints,
  ...agentsEndpoints,
  ...payoutsEndpoints,
  ...walletsEndpoints,
  ...depositAddressesEndpoints,
  ...approvalsEndpoints,
  ...auditEndpoints,
  ...noticesEndpoints,
  ...supportEndpoints,
  ...announcementsEndpoints,
  ...redeemCodesEndpoints,
  ...bonusesEndpoints,
  ...apiKeysEndpoints,
  ...brandEndpoints,
  ...documentsEndpoints,
  ...reportsEndpoints,
  ...webhooksEndpoints,
  ...checkerEndpoints,
  ...sandboxEndpoints,
} satisfies {
  [N in EndpointName]: (typeof paths)[N] extends readonly [string, string, Action, ...unknown[]]
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
    return [name, action === undefined || action === null ? endpoint : { ...endpoint, access: { action } }];
  }),
) as Contract;

type Part = 'params' | 'query' | 'body';
type Sent<T> = T extends z.ZodMiniType ? z.input<T> : never;
type Parsed<T> = T extends z.ZodMiniType ? z.output<T> : never;

/** What a caller sends. */
export type Request<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Sent<Contract[N][K]> };
/** What a use case receives: validated, with defaults. */
export type Input<N extends EndpointName> = { [K in keyof Contract[N] & Part]: Parsed<Contract[N][K]> };
/** The `data` of an answer. */
export type Data<N extends EndpointName> = Parsed<Contract[N]['data']>;

export { COUPON_REFUSALS, errorNameOf, errors, type ErrorName } from './wire/errors.ts';
export { XLSX_TYPE, type Access, type Endpoint, type TableFormat } from './wire/endpoint.ts';
export { cleanPayload, isCleanPayload } from './wire/clean-payload.ts';
export { FieldFault, faultsOf, isMissing, type Issue } from './wire/field-faults.ts';
export type { ExportName } from './wire/export-paths.ts';
export * from './goods/categories.ts';
export * from './goods/families.ts';
export * from './goods/goods.ts';
export * from './goods/goods-changes.ts';
export * from './orders/orders.ts';
export * from './orders/cart.ts';
export * from './orders/standing-orders.ts';
export * from './recharges/recharges.ts';
export * from './deposits/deposits.ts';
export * from './deposits/named-payments.ts';
export * from './deposit-addresses.ts';
export * from './wire/actions.ts';
export * from './agents.ts';
export * from './payouts.ts';
export * from './wire/values.ts';
export * from './announcements.ts';
export * from './api-keys.ts';
export * from './approvals.ts';
export * from './bonuses.ts';
export * from './audit/audit.ts';
export * from './settings/brand.ts';
export * from './wire/limits.ts';
export * from './changes.ts';
export * from './checker.ts';
export * from './deposits/chains.ts';
export * from './orders/warranty-claims.ts';
export * from './documents.ts';
export * from './findings/findings.ts';
export * from './live.ts';
export * from './wire/money.ts';
export * from './wire/proof-of-work.ts';
export * from './payment-methods.ts';
export * from './prices/prices.ts';
export * from './recharges/wallets.ts';
export * from './prices/price-effect.ts';
export * from './prices/price-setting.ts';
export * from './redeem-codes.ts';
export * from './reports.ts';
export * from './roles.ts';
export * from './sandbox.ts';
export * from './saved-replies.ts';
export * from './saved-views.ts';
export * from './search.ts';
export * from './sessions.ts';
export * from './settings/settings.ts';
export * from './setup.ts';
export * from './wire/sorts.ts';
export * from './statements.ts';
export * from './statistics.ts';
export * from './sweeping.ts';
export * from './stock/stock.ts';
export type * from './stock/stock-moves.ts';
export * from './stock/import-form.ts';
export * from './suppliers.ts';
export * from './support.ts';
export * from './notes.ts';
export * from './tasks.ts';
export * from './timelines.ts';
export * from './user-imports.ts';
export * from './users.ts';
export { textIn } from './wire/languages.ts';
export * from './wallets.ts';
export * from './webhooks.ts';
