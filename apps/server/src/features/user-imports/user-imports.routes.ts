import type { Routes } from '../../platform/http/routes.ts';
import { exportUserImport } from './export-user-import.ts';
import { listUserImports } from './list-user-imports.ts';
import { previewUserImport } from './preview-user-import.ts';
import { proposeUserImport, type IsShopOpen } from './propose-user-import.ts';

/** Once `isShopOpen` says so, imported balances wait a day after their approval. */
export const userImportsRoutes = (isShopOpen: IsShopOpen) =>
  ({
    previewUserImport,
    proposeUserImport: (ctx, input) => proposeUserImport(ctx, input, isShopOpen),
    listUserImports,
    exportUserImport,
  }) satisfies Partial<Routes>;
