import { ActionIcon } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';

const ChangeEmail = lazy(() => import('./change-email.tsx'));

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
      <Suspense>{isOpen && <ChangeEmail onClose={() => setIsOpen(false)} />}</Suspense>
    </>
  );
}
