import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../locales/use-translation.ts';
import { VerifySheet } from './verify-sheet.tsx';

/** Recomputes every hash of the log. */
export function VerifyButton() {
  const { t } = useTranslation('admin');
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconShieldCheck size={17} stroke={1.7} />}
        onClick={() => setIsOpen(true)}
      >
        {t('audit.verify')}
      </Button>
      {isOpen && <VerifySheet onClose={() => setIsOpen(false)} />}
    </>
  );
}
