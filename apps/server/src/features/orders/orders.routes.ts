import type { Routes } from '../../platform/http/routes.ts';
import { mailAccounts } from './delivery/mail-accounts.ts';
import { readAccounts } from './delivery/read-accounts.ts';
import { listOrders, readOrder } from './listing/read-orders.ts';
import { placeOrder } from './placing/place-order.ts';

export const ordersRoutes = {
  placeOrder,
  listOrders,
  readOrder,
  readAccounts,
  mailAccounts,
} satisfies Partial<Routes>;
