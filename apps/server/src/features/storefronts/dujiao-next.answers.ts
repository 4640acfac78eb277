import type { ErrorName } from '@portside/contract';
import * as z from 'zod/mini';

/** What shops of dujiao-next read, each answer with what a refusal has in its place. */

const orRefused = (answer: Readonly<Record<string, z.ZodMiniType>>) =>
  z.object({
    ok: z.boolean(),
    error_code: z.optional(z.string()),
    error_message: z.optional(z.string()),
    ...Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, z.optional(value)])),
  });

const texts = z.record(z.string(), z.string());
const list = z.array(z.string());

const Sku = z.object({
  id: z.int(),
  sku_code: z.string(),
  spec_values: texts,
  price_amount: z.string(),
  stock_status: z.string(),
  stock_quantity: z.int(),
  is_active: z.boolean(),
});

const Product = z.object({
  id: z.int(),
  category_id: z.int(),
  title: texts,
  description: texts,
  content: texts,
  seo_meta: texts,
  images: list,
  tags: list,
  price_amount: z.string(),
  currency: z.string(),
  fulfillment_type: z.string(),
  manual_form_schema: z.null(),
  is_active: z.boolean(),
  wholesale_prices: z.array(z.object({ min_quantity: z.int(), unit_price: z.string() })),
  created_at: z.string(),
  updated_at: z.string(),
  skus: z.array(Sku),
});

const Category = z.object({
  id: z.int(),
  parent_id: z.int(),
  slug: z.string(),
  name: texts,
  icon: z.string(),
  sort_order: z.int(),
});

const Fulfillment = z.object({
  type: z.string(),
  status: z.string(),
  payload: z.string(),
  delivery_data: z.null(),
  delivered_at: z.string(),
});

const order = {
  order_id: z.int(),
  order_no: z.string(),
  status: z.string(),
  amount: z.string(),
  currency: z.string(),
};

export const answers = {
  ping: orRefused({
    site_name: z.string(),
    protocol_version: z.string(),
    user_id: z.int(),
    balance: z.string(),
    currency: z.string(),
  }),
  categories: orRefused({ categories: z.array(Category) }),
  products: orRefused({
    items: z.array(Product),
    total: z.int(),
    page: z.int(),
    page_size: z.int(),
    includes_inactive: z.boolean(),
  }),
  product: orRefused({ product: Product }),
  placed: orRefused(order),
  read: orRefused({
    ...order,
    refunded_amount: z.string(),
    // No refund and no item has a form that the shop would read.
    refund_records: list,
    items: list,
    fulfillment: Fulfillment,
  }),
  cancelled: orRefused({}),
};

/**
 * What ends an attempt to order: 200 with one of these codes, whatever the status would be. Everything else is tried
 * again five times, which is right where waiting helps: a late clock, too many calls, an outage.
 */
export const FINAL: Partial<Record<ErrorName, string>> = {
  balanceTooLow: 'insufficient_balance',
  apiKeyLimitReached: 'payment_failed',
  stockTooLow: 'product_out_of_stock',
  notOnSale: 'product_unavailable',
  notFound: 'product_unavailable',
  genderNotOffered: 'sku_unavailable',
  quantityOutOfRange: 'invalid_request',
  buyerLimitReached: 'invalid_request',
  dailyLimitReached: 'invalid_request',
  invalidFormat: 'invalid_request',
  parameterError: 'invalid_request',
  bodyTooLarge: 'invalid_request',
  keyReused: 'duplicate_order',
  referenceUsed: 'duplicate_order',
  apiKeyInvalid: 'unauthorized',
  accountFrozen: 'forbidden',
  apiKeysOff: 'forbidden',
  apiKeyAddressRefused: 'forbidden',
  apiKeyScopeMissing: 'forbidden',
};

/** Beside those of orders. */
export const CODES: Partial<Record<ErrorName, string>> = {
  apiKeyInvalid: 'invalid_api_key',
  accountFrozen: 'user_disabled',
  accountsDeleted: 'accounts_deleted',
  tooManyTries: 'rate_limited',
  serverBusy: 'server_busy',
  serviceError: 'internal_error',
};

/** For people who read logs; without one, the code is its own. */
export const MESSAGES: Readonly<Record<string, string>> = {
  insufficient_balance: 'The balance is too low',
  payment_failed: 'The key has spent what it may spend today',
  product_out_of_stock: 'Not enough stock',
  product_unavailable: 'The product is not on sale',
  sku_unavailable: 'The product is not offered like this',
  invalid_request: 'The quantity or another field is not allowed',
  duplicate_order: 'This order number was used for another order',
  unauthorized: 'The signature or the key is wrong',
  forbidden: 'The key may not do this',
  timestamp_expired: 'The clocks differ by more than 60 seconds',
  cancel_not_allowed: 'Accounts are delivered at once',
  accounts_too_large:
    'Too long for an answer: take the accounts from the page of the order, and order fewer at once',
};
