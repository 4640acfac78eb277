import type { Routes } from '../../../platform/http/routes.ts';
import { publishBrand, undoBrand } from './publish-brand.ts';
import { readBrand, readBrandImage } from './read-brand.ts';
import { discardBrandDraft, saveBrandDraft, setBrandLogo } from './save-brand-draft.ts';

export const brandRoutes = {
  readBrand,
  readBrandImage,
  saveBrandDraft,
  setBrandLogo,
  discardBrandDraft,
  publishBrand,
  undoBrand,
} satisfies Partial<Routes>;
