/**
 * Owns the documents that an operator may write himself: terms of service, privacy policy, refund rules. The
 * built-in texts stand in the web pages.
 *
 * Invariant: a body that is stored is HTML that was cleaned, so that it can be shown as it is.
 */
export { documentsRoutes } from './documents.routes.ts';
