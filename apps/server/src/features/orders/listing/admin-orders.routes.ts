import type { Routes } from '../../../platform/http/routes.ts';
import { exportOrders } from './export-orders.ts';
import { listAllOrders } from './list-all-orders.ts';
import { mailAnyOrder } from '../delivery/mail-any-order.ts';
import { readAnyOrder } from './read-any-order.ts';

export const adminOrdersRoutes = {
  listAllOrders,
  readAnyOrder,
  exportOrders,
  mailAnyOrder,
} satisfies Partial<Routes>;
