import { BRAND_TEXTS, textIn, type Language } from '@portside/contract';
import { brandCss, deepShadesOf } from '@portside/contract/settings/brand-colours';
import type { Db } from '../../platform/db/db.ts';
import { pipeline } from '../../platform/db/pipeline.ts';
import type { PageBrand, PageSettings } from '../../platform/pages/page-settings.ts';
import { publishedBrand, type PublishedBrandRow } from './brand/brand.sql.ts';
import { brandImageAddress } from './brand/read-brand.ts';
import { brandNames, shopNameIn } from './brand/shop-name.ts';
import { settingsTable } from './settings-table.ts';
import { settingQuery } from './settings.sql.ts';

/** WalletConnect's relay, and the node that answers for a wallet on an EVM network. */
const WALLET_CONNECT = ['wss://relay.walletconnect.org', 'https://rpc.walletconnect.org'];

/** The settings that affect every page. Connections to WalletConnect are allowed only if a project id is set. */
export async function readPageSettings(db: Db): Promise<Omit<PageSettings, 'announcements'>> {
  const [siteName, projectId, brand] = await pipeline(
    db,
    settingQuery(settingsTable.siteName),
    settingQuery(settingsTable.walletConnectProjectId),
    publishedBrand,
  );
  const nameIn = (language: Language) => shopNameIn(siteName, brand?.content, language);
  return {
    nameIn,
    origins: projectId === '' ? [] : WALLET_CONNECT,
    brand: brand && presentBrand(brand, siteName),
  };
}

function presentBrand(
  { content, logo, wordmark, wordmark_dark, hero, type, small, maskable }: PublishedBrandRow,
  siteName: string,
): PageBrand {
  const addressOf = (name: string | null): string | null => name && brandImageAddress(name);
  const shownWordmark = (name: string | null, width: number | null | undefined) =>
    name && width ? { address: brandImageAddress(name), width } : null;
  // A name that no longer applies must not reach the pages' scripts.
  const shown = { ...content, name: brandNames(siteName, content) };
  const texts = Object.fromEntries(BRAND_TEXTS.map((one) => [one, shown[one]]));
  return {
    css: brandCss(content),
    themeColour: content.main_colour === null ? null : deepShadesOf(content.main_colour)[0]!,
    texts,
    textIn: (one, language) => textIn(texts[one]!, language),
    wordmarks: {
      light: shownWordmark(wordmark, content.wordmark_width),
      dark: shownWordmark(wordmark_dark, content.wordmark_dark_width),
    },
    hero: addressOf(hero),
    logo:
      logo !== null && type !== null
        ? {
            address: brandImageAddress(logo),
            type,
            smallIcon: addressOf(small),
            maskableIcon: addressOf(maskable),
          }
        : null,
  };
}
