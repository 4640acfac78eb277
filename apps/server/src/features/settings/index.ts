/**
 * Owns the settings that an operator can change at run time: typed, with initial values. Does not own payment methods
 * and their addresses, nor what the environment configures.
 */
export { changeSettings } from './change-settings.ts';
export { readPageSettings } from './read-page-settings.ts';
export { readSetting, loadSettings, settingOf } from './load-settings.ts';
export type { SiteFacts } from './read-site-config.ts';
export type { ProposeLimitRaise } from './replace-settings.ts';
export { settingsRoutes } from './settings.routes.ts';
