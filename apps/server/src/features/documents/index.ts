/**
 * Owns the documents that operators can replace by their own: terms of service, privacy policy, refund policy. The
 * built-in texts are part of the web pages.
 *
 * Invariant: a stored body is sanitised HTML, so it can be shown as it is.
 */

import type { Routes } from '../../platform/http/routes.ts';
import { listDocuments, readDocument, replaceDocument } from './documents.ts';

export { findDocument, listDocumentRows } from './documents.ts';

export const documentsRoutes = { readDocument, listDocuments, replaceDocument } satisfies Partial<Routes>;
