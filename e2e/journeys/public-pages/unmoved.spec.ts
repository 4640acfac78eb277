import { expect, test, type Locator } from '@playwright/test';
import { answerLate, watchLayout } from '../../pages/layout-shift.ts';
import { newBuyer, signIn, signInOwner } from '../../pages/people.ts';
import { callApi } from '../../wallets/payer.ts';

test('an announcement is there from the first paint on, moves nothing, and stays away once put away', async ({
  page,
  request,
}) => {
  const { token } = await signInOwner(request);
  const title = { en: 'Maintenance on Sunday' };
  const data = { position: 'home', state: 'published', title, body: { en: '<p>For an hour.</p>' } };
  const { id } = await callApi(request, 'POST', '/api/announcements', { token, data });
  try {
    const moved = await watchLayout(page);
    await answerLate(page, '**/api/announcements/position/home');
    await answerLate(page, '**/assets/own-*.js');
    const place = page.locator('[data-announcement]').getByText(title.en).filter({ visible: true });
    const bar = page.getByRole('heading', { name: title.en });
    await page.goto('/', { waitUntil: 'commit' });
    await expect(place).toBeVisible();
    const top = (await place.boundingBox())!.y;
    await expect(bar).toBeVisible();
    expect((await bar.boundingBox())!.y).toBeCloseTo(top, 0);
    expect(await moved()).toBeLessThan(0.02);

    await page.getByRole('button', { name: 'Dismiss announcement' }).click();
    await expect(bar).toBeHidden();
    await page.goto('/');
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    await expect(place).toHaveCount(0);
    expect(await moved()).toBeLessThan(0.02);
  } finally {
    await callApi(request, 'DELETE', `/api/announcements/${id}`, { token });
  }
});

test('a signed-in reader sees their home page from the first paint on, at the front page too, and nothing moves', async ({
  page,
  request,
}) => {
  await signIn(page, await newBuyer(request));
  const moved = await watchLayout(page);
  await answerLate(page, '**/assets/own-*.js');
  for (const address of ['/', '/client/main']) {
    await page.goto(address, { waitUntil: 'commit' });
    const drawn = page.locator('[data-prerendered]').filter({ visible: true });
    const balance = page.getByRole('banner').getByTestId('balance').filter({ visible: true });
    await expect(drawn.getByTestId('balance')).toHaveText('0.00');
    await expect(drawn.getByText('Sign in', { exact: true })).toHaveCount(0);
    await expect(page.locator('[data-start]')).toBeHidden();
    const left = await leftOf(drawn.getByTestId('balance'));
    await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
    await expect(page).toHaveURL('/client/main');
    await expect(page.locator('[data-prerendered]')).toHaveCount(0);
    await expect(page.getByText('You haven’t ordered anything yet.')).toBeVisible();
    expect(await leftOf(balance)).toBeCloseTo(left, 0);
    expect(await moved(), address).toBeLessThan(0.02);
  }
});

const leftOf = async (place: Locator): Promise<number> => (await place.boundingBox())!.x;
