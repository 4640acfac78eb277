/**
 * Delivery: how a buyer gets the accounts of an order, on the page (`read-accounts.ts`) and by e-mail
 * (`delivery-mail.ts`, sent again by `mail-accounts.ts` and `mail-any-order.ts`), and how the account data is erased
 * when its time has come (`purge-accounts.job.ts`). Either way of delivery completes the order.
 */
export { countUndelivered } from './count-undelivered.sql.ts';
export { deliveryMails } from './delivery-mail.ts';
export { purgeAccounts } from './purge-accounts.job.ts';
export { DELIVERY_MAIL } from './queue-delivery.ts';
