import { expect, test } from '@playwright/test';
import { announced, answerLate, watchLayout } from '../../pages/announcement-journeys.ts';
import { inviteAs } from '../../pages/first-purchase.ts';
import { newBuyer, openAs } from '../../pages/people.ts';

// With animations.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

announced('home', () => '/');
announced('purchase', (slug) => `/product/${slug}`, 'phones');
// Visitors are led to the shop window, which is another page than the one that is drawn.
announced('home', () => '/mobile/purchase-account', 'none');

test('the name of the agent who invites moves nothing when it arrives', async ({ page, request }) => {
  const code = await inviteAs(request, 'North Pier');
  const moved = await watchLayout(page);
  await answerLate(page, `**/api/agent-codes/*`);
  await page.goto(`/?promotion_code=${code}`);
  await expect(page.getByText('You were invited by North Pier')).toBeVisible();
  expect(await moved()).toBeLessThan(0.02);
});

test('a signed-in reader who opens the front page sees their home page, and nothing of another before', async ({
  page,
  request,
}) => {
  await openAs(page, await newBuyer(request), '/docs/terms');
  await answerLate(page, '**/assets/app-*.js');
  const html: string[] = [];
  page.on('response', (response) => {
    if (response.request().isNavigationRequest()) html.push(new URL(response.url()).pathname);
  });
  await page.goto('/', { waitUntil: 'commit' });
  await page.waitForURL('**/mobile/index', { waitUntil: 'commit' });
  await expect(page.locator('[data-prerendered]')).toBeVisible();
  await expect(page.getByRole('heading', { name: /^Hello/ })).toBeVisible();
  expect(html).toEqual(['/', '/mobile/index']);
});
