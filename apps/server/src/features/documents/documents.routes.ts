import type { Routes } from '../../platform/http/routes.ts';
import { listDocuments, readDocument } from './read-documents.ts';
import { replaceDocument } from './replace-document.ts';

export const documentsRoutes = { readDocument, listDocuments, replaceDocument } satisfies Partial<Routes>;
