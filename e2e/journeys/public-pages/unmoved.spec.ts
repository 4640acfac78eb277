import { expect, test } from '@playwright/test';
import { answerLate, watchLayout } from '../../pages/layout-shift.ts';
import { signInOwner } from '../../pages/people.ts';
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
