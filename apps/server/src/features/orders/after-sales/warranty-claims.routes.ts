import type { Routes } from '../../../platform/http/routes.ts';
import { createClaim } from './create-claim.ts';
import { exportClaims } from './export-claims.ts';
import { listAllClaims, listOrderClaims } from './list-claims.ts';
import { listOrderItems } from './list-order-items.ts';
import { refundOrder } from './refund-order.ts';
import { refuseClaim } from './refuse-claim.ts';
import { replaceItems } from './replace-items.ts';

/** After-sales: a buyer claims dead accounts of an order; the shop replaces them, refunds them or refuses. */
export const warrantyClaimsRoutes = {
  createClaim,
  listOrderClaims,
  listAllClaims,
  exportClaims,
  refuseClaim,
  listOrderItems,
  replaceItems,
  refundOrder,
} satisfies Partial<Routes>;
