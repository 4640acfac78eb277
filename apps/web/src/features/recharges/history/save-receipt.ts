import { saveDownload } from '../../../lib/browser/save-download.ts';

export const RECEIPT_FORMATS = ['pdf', 'csv'] as const;
export type ReceiptFormat = (typeof RECEIPT_FORMATS)[number];

/** Saves the receipt of a credited top-up, with times of the reader's zone. Throws ApiError. */
export async function saveReceipt(orderId: string, format: ReceiptFormat): Promise<void> {
  const { timeZone: time_zone } = new Intl.DateTimeFormat().resolvedOptions();
  await saveDownload('readReceipt', { params: { order_id: orderId }, query: { format, time_zone } });
}
