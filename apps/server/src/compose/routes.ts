import type { Network, EndpointName } from '@portside/contract';
import { type Parts, nodeCounter, tronPortOf, createChainFacts } from './app-parts.ts';
import { movementLookups, entityNames } from './compose.ts';
import { agentsRoutes } from '../features/agents/index.ts';
import { announcementsRoutes } from '../features/announcements/index.ts';
import { approvalsRoutes } from '../features/approvals/index.ts';
import { auditRoutes } from '../features/audit/index.ts';
import { depositAddressesRoutes } from '../features/deposit-addresses/index.ts';
import { depositsRoutes, followJobName } from '../features/deposits/index.ts';
import { documentsRoutes } from '../features/documents/index.ts';
import { goodsRoutes } from '../features/goods/index.ts';
import {
  countRemediedItems,
  findOrderNos,
  maskOrderNo,
  findOrderNosOfItems,
  findSaleTimes,
  ordersRoutes,
} from '../features/orders/index.ts';
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
import { hasReport, reportsRoutes } from '../features/reports/index.ts';
import { rolesRoutes } from '../features/roles/index.ts';
import { sandboxRoutes } from '../features/sandbox/index.ts';
import { sessionsRoutes } from '../features/sessions/index.ts';
import { isShopOpen, setupRoutes } from '../features/setup/index.ts';
import { settingsRoutes, type SiteFacts } from '../features/settings/index.ts';
import { statementsRoutes } from '../features/statements/index.ts';
import { readAgentSales, countSoldGoods, statisticsRoutes, sumInflow } from '../features/statistics/index.ts';
import { stockRoutes } from '../features/stock/index.ts';
import { supportRoutes } from '../features/support/index.ts';
import { userImportsRoutes } from '../features/user-imports/index.ts';
import { usersRoutes } from '../features/users/index.ts';
import { tasksRoutes } from '../features/tasks/index.ts';
import { sweepingRoutes } from '../features/sweeping/index.ts';
import { createTreasuryGuard, treasuryRoutes } from '../features/treasury/index.ts';
import { walletsRoutes } from '../features/wallets/index.ts';
import type { Routes } from '../platform/http/routes.ts';

/** The verbs of all endpoints, with what they need from higher features. */
export function composeRoutes({ ports, jobs, live, board, sanctions }: Parts): Routes {
  const lookFirst = createTreasuryGuard(ports.chains);
  const chainFacts = createChainFacts(ports.chains, lookFirst);
  const siteFacts: SiteFacts = {
    listAddresses: findUsablePaymentMethods,
    prepareAddresses: (ctx, addresses) => prepareAddresses(ctx, addresses, chainFacts),
  };
  const pollNow = (network: Network): void => jobs.wake(followJobName(network));
  return {
    ...sessionsRoutes,
    ...usersRoutes(movementLookups),
    ...userImportsRoutes(isShopOpen),
    ...settingsRoutes(siteFacts, ports),
    ...setupRoutes(nodeCounter(ports.chains)),
    ...paymentMethodsRoutes(chainFacts),
    ...goodsRoutes({ countSold: countSoldGoods }),
    ...stockRoutes({
      countRemedied: countRemediedItems,
      orderNosOf: findOrderNosOfItems,
      findSaleTimes,
      hasReport,
    }),
    ...ordersRoutes,
    ...statementsRoutes,
    ...depositsRoutes(ports.chains, pollNow, { matcher: depositMatcher, findCandidates }),
    ...rechargesRoutes({
      pollNow,
      tron: (network) => tronPortOf(ports.chains[network]),
      lookFirst,
    }),
    ...adminRechargesRoutes,
    ...liveRoutes(live, board),
    ...statisticsRoutes(live),
    ...tasksRoutes,
    ...treasuryRoutes(sumInflow),
    ...sweepingRoutes(chainFacts, (network) => tronPortOf(ports.chains[network])),
    ...rolesRoutes,
    ...agentsRoutes({ readSales: readAgentSales, findOrderNos, maskOrderNo }),
    ...walletsRoutes(sanctions),
    ...depositAddressesRoutes(chainFacts),
    ...approvalsRoutes,
    ...auditRoutes(entityNames),
    ...supportRoutes,
    ...announcementsRoutes,
    ...documentsRoutes,
    ...reportsRoutes,
    ...sandboxRoutes(ports.sandbox),
  };
}

const CACHEABLE: ReadonlySet<EndpointName> = new Set([
  'listCategories',
  'listGoods',
  'readSiteConfig',
  'listAnnouncementsAt',
]);

/** Whether to cache an answer: what every page asks for, but not searches, which hardly anybody repeats. */
export const isCacheable = (name: EndpointName, input: unknown): boolean =>
  CACHEABLE.has(name) && (input as { query?: { q?: string } }).query?.q === undefined;
