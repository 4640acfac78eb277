/**
 * Owns who is told once that a product is back in stock: buyers by a notice, visitors by an e-mail to an address that
 * its owner has confirmed; and who is told that it costs less. Does not own the stock (stock) nor what buyers get by mail
 * (notices).
 *
 * Invariant: nobody is told twice, or by an address whose owner has not asked for it; an address is sealed, and gone
 * with the last thing that it waits for. Who is asked to confirm and does not answer is left in peace.
 */
import type { Events } from '../../platform/context.ts';
import type { Routes } from '../../platform/http/routes.ts';
import {
  confirmRestockMail,
  endRestockMail,
  readRestockMail,
  requestRestockMail,
} from './restock-addresses.ts';
import { listRestocks, unwatchRestock, watchRestock } from './restock-requests.ts';
import { onPricesChanged } from './tell-of-prices.ts';
import { onRestockMailsSettled } from './tell-of-restocks.ts';

export {
  CONFIRM_RESTOCK_MAIL,
  renderConfirmRestock,
  sealedRestockAddresses,
  sweepRestocks,
} from './restock-addresses.ts';
export { tellOfPrices } from './tell-of-prices.ts';
export { renderRestocked, RESTOCKED_MAIL, tellOfRestocks } from './tell-of-restocks.ts';

/** Forgets addresses once their mails are sent or given up; notes prices that fell. */
export function subscribeRestocks(events: Events): void {
  events.on('mailsSent', (ctx, { mails }) => onRestockMailsSettled(ctx, mails));
  events.on('mailGivenUp', (ctx, mail) => onRestockMailsSettled(ctx, [mail]));
  events.on('goodsChanged', onPricesChanged);
}

export const restocksRoutes = {
  listRestocks,
  watchRestock,
  unwatchRestock,
  requestRestockMail,
  readRestockMail,
  confirmRestockMail,
  endRestockMail,
} satisfies Partial<Routes>;
