/**
 * Owns the settings that an operator can change at run time: typed, with initial values; and the shop's brand. Does not
 * own payment methods and their addresses, nor what the environment configures.
 */
export { brandImages } from './brand/brand.sql.ts';
export { readIssuer } from './brand/read-issuer.ts';
export { seedBrand } from './brand/seed-brand.ts';
export { readShopName } from './brand/shop-name.ts';
export { changeSettings } from './change-settings.ts';
export { readPageSettings } from './read-page-settings.ts';
export { readSetting, loadSettings, settingOf } from './load-settings.ts';
export type { SiteFacts } from './read-site-config.ts';
export type { ProposeLimitRaise } from './replace-settings.ts';
export { settingsRoutes } from './settings.routes.ts';
