import type { OrderAccounts } from '../features/orders/delivery/open-accounts.ts';

/** The texts of an order's good accounts. */
export async function listTexts(accounts: OrderAccounts): Promise<string[]> {
  const texts: string[] = [];
  for await (const step of accounts.open()) texts.push(...step.map(({ text }) => text));
  return texts;
}
