import type { Routes } from '../../platform/http/routes.ts';
import { mailAccounts } from './mail-accounts.ts';
import { placeOrder } from './place-order.ts';
import { readAccounts } from './read-accounts.ts';
import { listOrders, readOrder } from './read-orders.ts';

export const ordersRoutes = {
  placeOrder,
  listOrders,
  readOrder,
  readAccounts,
  mailAccounts,
} satisfies Partial<Routes>;
