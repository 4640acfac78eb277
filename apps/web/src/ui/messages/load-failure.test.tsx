import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { createInstance } from 'i18next';
import { renderToStaticMarkup } from 'react-dom/server';
import { I18nextProvider } from 'react-i18next';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { LoadFailure } from './load-failure.tsx';

const resources = {
  en: {
    translation: { shell: { retry: 'Try again' } },
    admin: { frame: { notAllowed: 'Not with your role' } },
  },
};

async function show(error: unknown): Promise<string> {
  const i18n = createInstance();
  await i18n.init({ lng: 'en', resources });
  return renderToStaticMarkup(
    <I18nextProvider i18n={i18n}>
      <MantineProvider>
        <LoadFailure error={error} onRetry={() => undefined} />
      </MantineProvider>
    </I18nextProvider>,
  );
}

test('what a role does not allow is no failure to try again', async () => {
  const refused = await show(new ApiError(errors.noPermission.code, 'no'));
  expect(refused).toContain('Not with your role');
  expect(refused).not.toContain('Try again');
  expect(await show(new ApiError(errors.serverBusy.code, 'busy'))).toContain('Try again');
  expect(await show(undefined)).toContain('Try again');
});
