/**
 * After-sales: a buyer claims dead accounts under warranty (`create-claim.ts`); an admin replaces them
 * (`replace-items.ts`), refunds them (`refund-order.ts`) or refuses the claim (`refuse-claim.ts`). Every step begins
 * with the lock of the order, and an item is remedied once: replaced or refunded, never both.
 */
export { countOpenWarrantyClaims } from './count-open-warranty-claims.sql.ts';
export { countRemediedItems } from './count-remedied-items.sql.ts';
export { nameWarrantyClaims } from './name-warranty-claims.sql.ts';
export { warrantyClaimsRoutes } from './warranty-claims.routes.ts';
