import { MantineProvider } from '@mantine/core';
import { errors } from '@portside/contract/wire/errors';
import { renderToStaticMarkup } from 'react-dom/server';
import { Translator } from '../../locales/translator.ts';
import { TranslatorContext } from '../../locales/use-translation.ts';
import { expect, test } from 'vitest';
import { ApiError } from '../../lib/api/api-error.ts';
import { LoadFailure } from './empty-state.tsx';

const translator = new Translator('en', {
  translation: { shell: { retry: 'Try again' } },
  admin: { frame: { notAllowed: 'Not with your role' } },
});

async function show(error: unknown): Promise<string> {
  return renderToStaticMarkup(
    <TranslatorContext value={translator}>
      <MantineProvider>
        <LoadFailure error={error} onRetry={() => undefined} />
      </MantineProvider>
    </TranslatorContext>,
  );
}

test('what a role does not allow is no failure to try again', async () => {
  const refused = await show(new ApiError(errors.noPermission.code, 'no'));
  expect(refused).toContain('Not with your role');
  expect(refused).not.toContain('Try again');
  expect(await show(new ApiError(errors.serverBusy.code, 'busy'))).toContain('Try again');
  expect(await show(undefined)).toContain('Try again');
});
