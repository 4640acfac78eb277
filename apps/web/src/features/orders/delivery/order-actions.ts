import type { Order } from '@portside/contract';
import { download } from '../../../lib/api/download.ts';
import { saveDownload } from '../../../lib/browser/downloads.ts';
import { pathOfIntent } from '../../../lib/stored/order-intent.ts';

export type Format = 'txt' | 'csv' | 'xlsx' | 'own';

const requestOf = (orderNo: string, format: Format) => ({
  params: { order_no: orderNo },
  query: { format },
});

/** Saves all accounts of an order; `own`: in the buyer's own format, else as text. Throws ApiError. */
export const saveAccounts = (orderNo: string, format: Format): Promise<void> =>
  saveDownload('readAccounts', requestOf(orderNo, format));

/**
 * All accounts of an order to copy, without the end of the file's last line: pasted, that would be an empty one. Nothing
 * else is cut. Throws ApiError.
 */
export async function copyOfAccounts(orderNo: string, format: Format = 'own'): Promise<string> {
  const file = await download('readAccounts', requestOf(orderNo, format));
  return (await file.text()).replace(/\r?\n$/, '');
}

/** Where the same order is prepared again. */
export const againPath = ({
  goods,
  quantity,
  gender,
}: Pick<Order, 'goods' | 'quantity' | 'gender'>): string =>
  pathOfIntent({ path: `/product/${goods.id}`, quantity, gender });
