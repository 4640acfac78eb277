import type { Routes } from '../../../platform/http/routes.ts';
import { claimItems } from './claim-items.ts';
import { exportClaims } from './export-claims.ts';
import { listAllClaims, listOrderClaims } from './list-claims.ts';
import { listOrderItems } from './list-order-items.ts';
import { refundOrder } from './refund-order.ts';
import { refuseClaim } from './refuse-claim.ts';
import { replaceItems } from './replace-items.ts';

export const claimsRoutes = {
  createClaim: claimItems,
  listOrderClaims,
  listAllClaims,
  exportClaims,
  refuseClaim,
  listOrderItems,
  replaceItems,
  refundOrder,
} satisfies Partial<Routes>;
