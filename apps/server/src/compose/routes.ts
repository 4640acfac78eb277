import type { Network, EndpointName } from '@portside/contract';
import { type Parts, nodeCounter, tronAccessOf, createChainFacts } from './app-parts.ts';
import { movementLookups, entityNames, noticeReaders } from './compose.ts';
import { agentsRoutes } from '../features/agents/index.ts';
import { announcementsRoutes } from '../features/announcements/index.ts';
import { apiKeysRoutes } from '../features/api-keys/index.ts';
import { approvalsRoutes } from '../features/approvals/index.ts';
import { auditRoutes } from '../features/audit/index.ts';
import { bonusesRoutes } from '../features/bonuses/index.ts';
import { depositAddressesRoutes } from '../features/deposit-addresses/index.ts';
import { depositsRoutes, followJobName } from '../features/deposits/index.ts';
import { documentsRoutes } from '../features/documents/index.ts';
import { checkerRoutes } from '../features/checker/index.ts';
import { changesRoutes } from '../features/changes/index.ts';
import { goodsRoutes } from '../features/goods/index.ts';
import {
  countTroubledItems,
  findCommissionedSales,
  monthOf,
  readAgentMonth,
  maskOrderNo,
  findOrdersOfItems,
  ordersRoutes,
  turnover,
} from '../features/orders/index.ts';
import {
  effectOnSales,
  findSetPrices,
  holdLevels,
  listLevels,
  priceSettingRoutes,
  pricesRoutes,
} from '../features/prices/index.ts';
import { liveRoutes } from '../features/live/index.ts';
import {
  findUsablePaymentMethods,
  paymentMethodsRoutes,
  prepareAddresses,
} from '../features/payment-methods/index.ts';
import {
  adminRechargesRoutes,
  depositMatcher,
  findCandidates,
  rechargesRoutes,
} from '../features/recharges/index.ts';
import { redeemCodesRoutes } from '../features/redeem-codes/index.ts';
import { hasReport, reportsRoutes } from '../features/reports/index.ts';
import { restocksRoutes } from '../features/restocks/index.ts';
import { rolesRoutes } from '../features/roles/index.ts';
import { sandboxRoutes } from '../features/sandbox/index.ts';
import {
  findRequestNotes,
  isPayoutCall,
  balancePayoutsRoutes,
  payoutsRoutes,
  sumApproved,
} from '../features/payouts/index.ts';
import { notesRoutes } from '../features/notes/index.ts';
import { timelinesRoutes } from '../features/timelines/index.ts';
import { savedRepliesRoutes } from '../features/saved-replies/index.ts';
import { savedViewsRoutes } from '../features/saved-views/index.ts';
import { searchRoutes } from '../features/search/index.ts';
import { sessionsRoutes } from '../features/sessions/index.ts';
import { isShopOpen, setupRoutes } from '../features/setup/index.ts';
import { settingsRoutes, type SiteFacts } from '../features/settings/index.ts';
import { statementsRoutes } from '../features/statements/index.ts';
import { suppliersRoutes } from '../features/suppliers/index.ts';
import { readAgentSales, countSoldGoods, statisticsRoutes, sumInflow } from '../features/statistics/index.ts';
import { stockRoutes } from '../features/stock/index.ts';
import { noticesRoutes } from '../features/notices/index.ts';
import { supportRoutes } from '../features/support/index.ts';
import { userImportsRoutes } from '../features/user-imports/index.ts';
import { usersRoutes } from '../features/users/index.ts';
import { tasksRoutes } from '../features/tasks/index.ts';
import { sweepingRoutes } from '../features/sweeping/index.ts';
import { createTreasuryGuard, treasuryRoutes } from '../features/treasury/index.ts';
import { walletsRoutes } from '../features/wallets/index.ts';
import { webhooksRoutes } from '../features/webhooks/index.ts';
import type { Routes } from '../platform/http/routes.ts';

const soldItems = {
  countTroubled: countTroubledItems,
  ordersOf: findOrdersOfItems,
  hasReport,
};

const agentFacts: Parameters<typeof agentsRoutes>[0] = {
  readSales: readAgentSales,
  readMonth: readAgentMonth,
  findSales: findCommissionedSales,
  monthOf,
  maskOrderNo,
  findRequestNotes,
  sumApproved,
};

/** The use cases of all endpoints, with what they need from higher features. */
export function composeRoutes({ adapters, jobs, live, board, sanctions, officeAddresses }: Parts): Routes {
  const lookFirst = createTreasuryGuard(adapters.chains);
  const chainFacts = createChainFacts(adapters.chains, lookFirst);
  const siteFacts: SiteFacts = {
    listAddresses: findUsablePaymentMethods,
    prepareAddresses: (ctx, addresses) => prepareAddresses(ctx, addresses, chainFacts),
  };
  const pollNow = (network: Network): void => jobs.wake(followJobName(network));
  return {
    ...sessionsRoutes,
    ...restocksRoutes,
    ...apiKeysRoutes,
    ...usersRoutes(movementLookups),
    ...userImportsRoutes(isShopOpen),
    ...settingsRoutes(siteFacts, adapters),
    ...setupRoutes(nodeCounter(adapters.chains)),
    ...paymentMethodsRoutes(chainFacts),
    ...goodsRoutes({ countSold: countSoldGoods, holdLevels, listLevels, effectOf: effectOnSales }),
    ...priceSettingRoutes,
    ...pricesRoutes(turnover),
    ...changesRoutes,
    ...stockRoutes({ ...soldItems, findSetPrices }),
    ...ordersRoutes,
    ...statementsRoutes,
    ...depositsRoutes(adapters.chains, pollNow, { matcher: depositMatcher, findCandidates }),
    ...rechargesRoutes({
      pollNow,
      lookedUp: adapters.chains,
      tron: (network) => tronAccessOf(adapters.chains[network]),
      lookFirst,
    }),
    ...adminRechargesRoutes,
    ...redeemCodesRoutes,
    ...bonusesRoutes,
    ...liveRoutes(live, board, officeAddresses),
    ...statisticsRoutes(live),
    ...searchRoutes,
    ...savedRepliesRoutes,
    ...savedViewsRoutes,
    ...notesRoutes,
    ...timelinesRoutes,
    ...suppliersRoutes,
    ...tasksRoutes,
    ...treasuryRoutes(sumInflow),
    ...sweepingRoutes(chainFacts, (network) => tronAccessOf(adapters.chains[network]), isPayoutCall),
    ...payoutsRoutes,
    ...balancePayoutsRoutes(adapters.chains),
    ...rolesRoutes,
    ...agentsRoutes(agentFacts),
    ...walletsRoutes(sanctions),
    ...depositAddressesRoutes(chainFacts),
    ...approvalsRoutes,
    ...auditRoutes(entityNames),
    ...noticesRoutes(noticeReaders, adapters.telegram, officeAddresses),
    ...supportRoutes,
    ...announcementsRoutes,
    ...documentsRoutes,
    ...reportsRoutes,
    ...webhooksRoutes,
    ...checkerRoutes,
    ...sandboxRoutes(adapters.sandbox),
  };
}

const CACHEABLE: ReadonlySet<EndpointName> = new Set([
  'listCategories',
  'listGoods',
  'listAttributes',
  'listPromotions',
  'readSiteConfig',
  'listAnnouncementsAt',
]);

/** What hardly anybody else asks for: searches, and what only a link leads to. */
const RARE = ['q', 'attributes', 'link_key'] as const;

/** Whether to cache an answer: what every page asks for. */
export function isCacheable(name: EndpointName, input: unknown): boolean {
  const { query = {} } = input as { query?: Partial<Record<(typeof RARE)[number], string>> };
  return CACHEABLE.has(name) && RARE.every((one) => query[one] === undefined);
}
