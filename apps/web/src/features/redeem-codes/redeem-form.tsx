import { Group, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { ErrorName } from '@portside/contract/wire/errors';
import { useQueryClient } from '@tanstack/react-query';
import { isRefusal } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatUsdt } from '../../lib/format/numbers.ts';
import { useTranslation } from '../../locales/use-translation.ts';
import { useFailureWording } from '../../locales/wording.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import parts from '../../ui/layout/small-list.module.css';

const MISTYPED: readonly ErrorName[] = ['invalidFormat', 'missingParameters'];
const ABOUT_CODE: readonly ErrorName[] = [
  'redeemCodeUnknown',
  'redeemCodeUsed',
  'redeemCodeExpired',
  'redeemCodeVoid',
];

/** Redeems a gift code, however it is pasted: the server finds it in the text. The balance follows by itself. */
export function RedeemForm() {
  const { t, language } = useTranslation('service');
  const wordingOf = useFailureWording();
  const client = useQueryClient();
  const form = useForm({
    initialValues: { code: '' },
    validate: { code: (value) => (value.trim() === '' ? t('gifts.empty') : null) },
  });
  const redeem = useThrottledAction(async ({ code }: typeof form.values) => {
    try {
      const quietFor = [...MISTYPED, ...ABOUT_CODE, 'tooManyTries' as const];
      const { amount } = await call('redeemCode', { body: { code } }, { quietFor });
      form.reset();
      toastSuccess('redeemed', t('gifts.done', { amount: formatUsdt(amount, language) }));
      void client.invalidateQueries({ queryKey: queryKey('readStatement') });
    } catch (error) {
      if (isRefusal(error, ...MISTYPED)) form.setFieldError('code', t('gifts.wrong'));
      if (isRefusal(error, 'tooManyTries')) form.setFieldError('code', t('gifts.tooMany'));
      if (isRefusal(error, ...ABOUT_CODE)) form.setFieldError('code', wordingOf(error));
      throw error;
    }
  });
  return (
    <Panel title={t('gifts.title')}>
      <p className={parts.lede}>{t('gifts.lede')}</p>
      <form onSubmit={form.onSubmit(redeem.run)} noValidate>
        <Group gap={8} align="start">
          <TextInput
            aria-label={t('gifts.code')}
            placeholder="XXXX-XXXX-XXXX-XXXX"
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={2_000}
            // All of a code can be read: beside a long word on the button it has the line to itself.
            flex="1 1 15rem"
            {...form.getInputProps('code')}
          />
          <ThrottledButton type="submit" variant="default" action={redeem}>
            {t('gifts.submit')}
          </ThrottledButton>
        </Group>
      </form>
    </Panel>
  );
}
