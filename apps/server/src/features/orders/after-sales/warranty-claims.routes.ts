import type { Routes } from '../../../platform/http/routes.ts';
import { createWarrantyClaim } from './create-warranty-claim.ts';
import { exportWarrantyClaims } from './export-warranty-claims.ts';
import { listAllWarrantyClaims, listOrderWarrantyClaims } from './list-warranty-claims.ts';
import { listOrderItems } from './list-order-items.ts';
import { refundOrder } from './refund-order.ts';
import { refuseWarrantyClaim } from './refuse-warranty-claim.ts';
import { replaceItems } from './replace-items.ts';

/** After-sales: a buyer claims dead accounts of an order; the shop replaces them, refunds them or refuses. */
export const warrantyClaimsRoutes = {
  createWarrantyClaim,
  listOrderWarrantyClaims,
  listAllWarrantyClaims,
  exportWarrantyClaims,
  refuseWarrantyClaim,
  listOrderItems,
  replaceItems,
  refundOrder,
} satisfies Partial<Routes>;
