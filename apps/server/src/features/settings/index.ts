/**
 * Owns the settings that an operator can change at run time: typed, with initial values; and the shop's brand. Does not
 * own payment methods and their addresses, nor what the environment configures.
 */

import type { Events } from '../../platform/context.ts';
import { onRaiseApproved, readSettings, replaceSettings } from './settings.ts';
import type { Routes } from '../../platform/http/routes.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Telegram } from '../../platform/telegram.ts';
import { readBrand, readBrandImage } from './brand/read-brand.ts';
import {
  publishBrand,
  undoBrand,
  discardBrandDraft,
  saveBrandDraft,
  setBrandLogo,
  setBrandPicture,
} from './brand/write-brand.ts';
import { sendTestMail, sendTestTelegram } from './send-test-message.ts';
import { listTimeZones } from './time-zones.ts';
import { readSiteConfig, type SiteFacts, updateSiteConfig } from './site-config.ts';

export { brandImages } from './brand/brand.sql.ts';
export { readLetterBrand, writeShopLetter } from './brand/read-letter-brand.ts';
export { readIssuer, readShopName } from './brand/shop-name.ts';
export { seedBrand } from './brand/write-brand.ts';
export { changeSettings } from './settings.ts';
export { readPageSettings } from './read-page-settings.ts';
export { loadSettings, readSetting } from './settings-table.ts';
export { dayIn, minuteIn, nameDays, nameZone, resolvePeriod } from './shop-days.ts';
export { insertSetting, retentionDays, settingQuery, shopTimeZone } from './settings.sql.ts';
export { compareTimeZones, isRuntimeZone } from './time-zones.ts';
export type { SiteFacts } from './site-config.ts';

/** Raises limits for which a second person has approved it. */
export function subscribeSettings(events: Events): void {
  events.on('limitRaiseApproved', onRaiseApproved);
}

type Outside = { readonly mailer: Mailer; readonly telegram: Telegram | null };

/** Payment addresses belong to higher features, so app.ts passes them in. */
export const settingsRoutes = (facts: SiteFacts, { mailer, telegram }: Outside) =>
  ({
    readSiteConfig: (ctx) => readSiteConfig(ctx, facts),
    updateSiteConfig: (ctx, input) => updateSiteConfig(ctx, facts, input),
    readSettings,
    listTimeZones,
    replaceSettings,
    ...brandRoutes,
    sendTestMail: (ctx, input) => sendTestMail(ctx, mailer, input),
    sendTestTelegram: (ctx, input) => sendTestTelegram(ctx, telegram, input),
  }) satisfies Partial<Routes>;

const brandRoutes = {
  readBrand,
  readBrandImage,
  saveBrandDraft,
  setBrandLogo,
  setBrandPicture,
  discardBrandDraft,
  publishBrand,
  undoBrand,
} satisfies Partial<Routes>;
