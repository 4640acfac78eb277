import type { Routes } from '../../platform/http/routes.ts';
import type { Mailer } from '../../platform/mail/mailer.ts';
import type { Telegram } from '../../platform/telegram/telegram.ts';
import { brandRoutes } from './brand/brand.routes.ts';
import { readSettings } from './read-settings.ts';
import { readSiteConfig, type SiteFacts } from './read-site-config.ts';
import { replaceSettings, type ProposeLimitRaise } from './replace-settings.ts';
import { sendTestMail } from './send-test-mail.ts';
import { sendTestTelegram } from './send-test-telegram.ts';
import { updateSiteConfig } from './update-site-config.ts';

type Outside = { readonly mailer: Mailer; readonly telegram: Telegram | null };

/** Payment addresses and proposals belong to higher features, so app.ts passes them in. */
export const settingsRoutes = (
  facts: SiteFacts,
  proposeLimitRaise: ProposeLimitRaise,
  { mailer, telegram }: Outside,
) =>
  ({
    readSiteConfig: (ctx) => readSiteConfig(ctx, facts),
    updateSiteConfig: (ctx, input) => updateSiteConfig(ctx, facts, input),
    readSettings,
    replaceSettings: (ctx, input) => replaceSettings(ctx, proposeLimitRaise, input),
    ...brandRoutes,
    sendTestMail: (ctx, input) => sendTestMail(ctx, mailer, input),
    sendTestTelegram: (ctx, input) => sendTestTelegram(ctx, telegram, input),
  }) satisfies Partial<Routes>;
