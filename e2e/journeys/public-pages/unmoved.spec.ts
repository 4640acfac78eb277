import { expect, test, type Locator } from '@playwright/test';
import { announced, answerLate, drawnPage, watchLayout } from '../../pages/announcement-journeys.ts';
import { actAs, newBuyer } from '../../pages/people.ts';

announced('home', () => '/');
announced('purchase', (slug) => `/product/${slug}`, 'phones');

test('a signed-in reader sees their home page from the first paint on, at the front page too, and nothing moves', async ({
  page,
  request,
}) => {
  await actAs(page, await newBuyer(request));
  const moved = await watchLayout(page);
  await answerLate(page, '**/assets/app-*.js');
  for (const address of ['/', '/client/main']) {
    await page.goto(address, { waitUntil: 'commit' });
    const drawn = drawnPage(page);
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
