import { Group, TextInput } from '@mantine/core';
import type { ErrorName } from '@portside/contract/wire/errors';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
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
  // Without the forms' library, which nothing else on the page needs.
  const [code, setCode] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const redeem = useThrottledAction(async () => {
    setFault(null);
    try {
      const quietFor = [...MISTYPED, ...ABOUT_CODE, 'tooManyTries' as const];
      const { amount } = await call('redeemCode', { body: { code } }, { quietFor });
      setCode('');
      toastSuccess('redeemed', t('gifts.done', { amount: formatUsdt(amount, language) }));
      void client.invalidateQueries({ queryKey: queryKey('readStatement') });
    } catch (error) {
      if (isRefusal(error, ...MISTYPED)) setFault(t('gifts.wrong'));
      if (isRefusal(error, 'tooManyTries')) setFault(t('gifts.tooMany'));
      if (isRefusal(error, ...ABOUT_CODE)) setFault(wordingOf(error));
      throw error;
    }
  }, code);
  return (
    <Panel title={t('gifts.title')}>
      <p className={parts.lede}>{t('gifts.lede')}</p>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (code.trim() === '') setFault(t('gifts.empty'));
          else void redeem.run();
        }}
      >
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
            value={code}
            error={fault}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setFault(null);
            }}
          />
          <ThrottledButton type="submit" variant="default" action={redeem}>
            {t('gifts.submit')}
          </ThrottledButton>
        </Group>
      </form>
    </Panel>
  );
}
