import { ActionIcon, Stack } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation, useLanguage } from '../../locales/use-translation.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/api/call.ts';
import { query, queryKey } from '../../lib/api/query.ts';
import { useThrottledAction } from '../../lib/browser/use-throttled-action.ts';
import { formatDateTime } from '../../lib/format/times.ts';
import { ThrottledButton } from '../../ui/buttons/throttled-button.tsx';
import { Callout } from '../../ui/messages/callout.tsx';
import { toastSuccess } from '../../ui/messages/toasts.tsx';
import { ChangeEmail } from './change-email.tsx';

/** Edit button beside the reader's own address. */
export function ChangeEmailButton() {
  const { t } = useTranslation('service');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={t('security.email.title')}
        title={t('security.email.title')}
        onClick={() => setIsOpen(true)}
      >
        <IconPencil size={16} />
      </ActionIcon>
      {isOpen && <ChangeEmail onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** An address that an admin has set for the reader, who can reject it before it takes effect; nothing if none waits. */
export function EmailChangeNotice() {
  const { t } = useTranslation('service');
  const language = useLanguage();
  const client = useQueryClient();
  const { data: change } = useQuery(query('readEmailChange', { isQuiet: true }));
  const refuse = useThrottledAction(async () => {
    await call('refuseEmailChange');
    toastSuccess('email', t('security.email.refused'));
    await client.invalidateQueries({ queryKey: queryKey('readEmailChange') });
  });
  if (!change) return null;
  const at = formatDateTime(change.takes_effect_at, language);
  return (
    <Callout tone="warn">
      <Stack gap="xs" align="start">
        {t('security.email.waiting', { email: change.email, at })}
        <ThrottledButton size="sm" color="red" action={refuse}>
          {t('security.email.refuse')}
        </ThrottledButton>
      </Stack>
    </Callout>
  );
}
