import { expect, test, type Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { areaOf, isWide, makeBuyer, PASSWORD, prefer, signInAs, type Buyer } from '../pages/buyer.ts';
import { cutWordsOf } from '../pages/cut-words.ts';
import {
  everyEmptyScreen,
  everyOpenPhoneScreen,
  everyOpenScreen,
  everyScreen,
  settled,
  type Screen,
} from '../pages/every-screen.ts';
import { buyerScreens, makeFurtherShop, visitorScreens, type FurtherShop } from '../pages/further-screens.ts';
import { takeScreen } from '../pages/take-screen.ts';
import { callApi } from '../wallets/payer.ts';

const FOLDER = join(import.meta.dirname, '../../test-results/screens');

let buyer: Buyer;
let newcomer: Buyer;
let further: FurtherShop;
test.beforeAll(async ({ request }) => {
  buyer = await makeBuyer(request);
  further = await makeFurtherShop(request, buyer);
  const username = `new-${randomUUID().slice(0, 8)}`;
  const data = { username, email: `${username}@example.test`, password: PASSWORD, agree: true };
  newcomer = { ...buyer, signIn: await callApi(request, 'POST', '/api/auth/register', { data }) };
});

async function look(page: Page, screens: readonly Screen[], who: Buyer, folder: string): Promise<void> {
  const area = areaOf(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const { name, open } of screens) {
    await open({ page, area, buyer: who });
    await settled(page);
    await takeScreen(page, join(FOLDER, folder, `${name}.png`), name);
    expect.soft(await cutWordsOf(page), `${name} shows its words whole`).toEqual([]);
  }
}

for (const language of ['en', 'zh-cn', 'pt', 'ru']) {
  const wanted = { language, theme: 'auto' } as const;

  test(language, async ({ page }, { project }) => {
    await signInAs(page, buyer, wanted);
    await look(page, everyScreen, buyer, join(project.name, language));
  });

  test(`further ${language}`, async ({ page }, { project }) => {
    await signInAs(page, buyer, wanted);
    await look(page, buyerScreens(further), buyer, join(project.name, language));
  });

  test(`newcomer ${language}`, async ({ page }, { project }) => {
    await signInAs(page, newcomer, wanted);
    await look(page, everyEmptyScreen, newcomer, join(project.name, language));
  });

  test(`visitor ${language}`, async ({ page }, { project }) => {
    const screens = isWide(page) ? everyOpenScreen : everyOpenPhoneScreen;
    await prefer(page, wanted);
    await look(page, [...screens, ...visitorScreens(further)], buyer, join(project.name, language));
  });
}
