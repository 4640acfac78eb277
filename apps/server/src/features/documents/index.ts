/**
 * Owns the documents that operators can replace by their own: terms of service, privacy policy, refund policy. The
 * built-in texts are part of the web pages.
 *
 * Invariant: a stored body is sanitised HTML, so it can be shown as it is.
 */
export { documentsRoutes } from './documents.routes.ts';
export { findDocument, listDocumentRows } from './documents.sql.ts';
