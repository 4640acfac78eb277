import * as z from 'zod/mini';
import { endpoints } from './wire/endpoint.ts';
import { inLanguages, page, paragraphs, Time, wholeListQuery } from './wire/values.ts';

/** Documents with a built-in text that operators can replace. */
export const DOCUMENT_NAMES = ['terms', 'privacy', 'refunds'] as const;
export const DocumentName = z.enum(DOCUMENT_NAMES);
export type DocumentName = z.infer<typeof DocumentName>;

export const WrittenDocument = z.object({
  name: DocumentName,
  /** Sanitised HTML; no language at all while the built-in text applies. */
  body: inLanguages(z.string()),
  updated_at: z.nullable(Time),
});
export type WrittenDocument = z.infer<typeof WrittenDocument>;

const DocumentParams = z.object({ name: DocumentName });

export const documentsEndpoints = endpoints({
  readDocument: {
    access: 'visitor',
    summary:
      "The operator's own text in the reader's language, else in English or any other; null means the built-in text",
    params: DocumentParams,
    data: z.object({ body: z.nullable(z.string()), updated_at: z.nullable(Time) }),
  },
  listDocuments: {
    summary: 'All editable documents',
    query: z.object(wholeListQuery),
    data: page(WrittenDocument),
  },
  replaceDocument: {
    freshCode: true,
    summary:
      'Update a document; absent languages are cleared, and without any text the built-in one is shown again',
    params: DocumentParams,
    body: z.object({ body: z._default(inLanguages(paragraphs(100_000)), {}) }),
    data: WrittenDocument,
  },
});
