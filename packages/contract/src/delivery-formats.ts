import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { DELIVERY_FILE_TYPES } from './wire/format-accounts.ts';
import { line, Nothing } from './wire/values.ts';

/** How a buyer wants their accounts, on the page, as a file and in the delivery e-mail. */
export const DeliveryFormat = z.object({
  /** Names of the columns in the order wanted; empty for all of a product's. Capitals make no difference. */
  columns: z.array(line(40, 1)).check(z.maxLength(20)),
  /** Between the values; exactly one character in CSV, unused in JSON lines. Not trimmed: it may be a tab. */
  separator: z.string().check(z.minLength(1), z.maxLength(8), z.regex(/^(?:[^\p{Cc}\p{Cs}"]|\t)+$/u)),
  file_type: z.enum(DELIVERY_FILE_TYPES),
  /** Whether the first line names the columns. */
  has_header: z.boolean(),
});
export type DeliveryFormat = z.infer<typeof DeliveryFormat>;

export const deliveryFormatsEndpoints = endpoints({
  readDeliveryFormat: {
    access: 'user',
    summary: 'The own delivery format; null where accounts are delivered exactly as they were imported',
    data: z.nullable(DeliveryFormat),
  },
  replaceDeliveryFormat: {
    access: 'user',
    summary: 'Set the own delivery format, used from the next page, file and e-mail on',
    body: DeliveryFormat,
    data: DeliveryFormat,
  },
  deleteDeliveryFormat: {
    access: 'user',
    summary: 'Deliver accounts exactly as they were imported again',
    data: Nothing,
  },
});
