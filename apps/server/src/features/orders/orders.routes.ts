import type { Routes } from '../../platform/http/routes.ts';
import { mailAccounts } from './delivery/mail-accounts.ts';
import { readInstruction } from './delivery/read-instruction.ts';
import {
  deleteDeliveryFormat,
  readDeliveryFormat,
  replaceDeliveryFormat,
} from './delivery/set-delivery-format.ts';
import { readAccounts } from './delivery/read-accounts.ts';
import { listOrders, readOrder } from './listing/read-orders.ts';
import { placeOrder } from './placing/place-order.ts';

export const ordersRoutes = {
  placeOrder,
  listOrders,
  readOrder,
  readAccounts,
  readInstruction,
  mailAccounts,
  readDeliveryFormat,
  replaceDeliveryFormat,
  deleteDeliveryFormat,
} satisfies Partial<Routes>;
