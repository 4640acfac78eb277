import { expect, test } from 'vitest';
import { LANGUAGES } from '@portside/contract';
import { headTexts } from '../apps/server/src/page-heads/page-heads.texts.ts';
import { catalogue as en } from '../apps/web/src/locales/en/index.ts';
import { home as homeEn } from '../apps/web/src/locales/en/home.ts';
import { catalogue as serviceEn } from '../apps/web/src/locales/en/service/index.ts';
import { catalogue as pt } from '../apps/web/src/locales/pt/index.ts';
import { home as homePt } from '../apps/web/src/locales/pt/home.ts';
import { catalogue as servicePt } from '../apps/web/src/locales/pt/service/index.ts';
import { catalogue as ru } from '../apps/web/src/locales/ru/index.ts';
import { home as homeRu } from '../apps/web/src/locales/ru/home.ts';
import { catalogue as serviceRu } from '../apps/web/src/locales/ru/service/index.ts';
import { catalogue as zhCn } from '../apps/web/src/locales/zh-cn/index.ts';
import { home as homeZhCn } from '../apps/web/src/locales/zh-cn/home.ts';
import { catalogue as serviceZhCn } from '../apps/web/src/locales/zh-cn/service/index.ts';

const texts = {
  en: { shop: en, home: homeEn, service: serviceEn },
  pt: { shop: pt, home: homePt, service: servicePt },
  ru: { shop: ru, home: homeRu, service: serviceRu },
  'zh-cn': { shop: zhCn, home: homeZhCn, service: serviceZhCn },
};

test.each(LANGUAGES)(
  'the HTML in %s has the titles that the pages show once they have loaded',
  (language) => {
    const { shop, home, service } = texts[language];
    const { guides, terms, privacy } = shop.shell;
    const titles = Object.entries(headTexts[language]).map(([page, { title }]) => [page, title]);
    expect(Object.fromEntries(titles)).toEqual({
      home: home.title.replace(/[.。]$/, ''),
      goods: shop.goods.title,
      signIn: shop.sessions.signIn,
      register: shop.sessions.register?.title,
      reset: shop.sessions.reset?.title,
      howToBuy: guides?.howToBuy,
      topUp: guides?.topUp,
      refunds: guides?.refunds,
      support: guides?.support,
      terms,
      privacy,
      api: service.api.title,
      report: service.reports.title,
    });
    expect(headTexts[language].home.description).toBe(home.lede);
  },
);
