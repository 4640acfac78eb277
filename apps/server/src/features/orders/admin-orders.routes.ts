import type { Routes } from '../../platform/http/routes.ts';
import { mailAnyOrder } from './delivery/mail-any-order.ts';
import { exportOrders } from './listing/export-orders.ts';
import { listAllOrders } from './listing/list-all-orders.ts';
import { readAnyOrder } from './listing/read-any-order.ts';

export const adminOrdersRoutes = {
  listAllOrders,
  readAnyOrder,
  exportOrders,
  mailAnyOrder,
} satisfies Partial<Routes>;
