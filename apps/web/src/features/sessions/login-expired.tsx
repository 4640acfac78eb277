import { Button, Group, Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSessionActions } from './use-session-actions.ts';

/** Confirming clears the browser and signs in anew; thinking again leaves everything as it is. */
export default function LoginExpired({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { leave } = useSessionActions();

  function confirm() {
    onClose();
    void leave('/login');
  }

  return (
    <Modal opened centered onClose={onClose} title={t('sessions.expired.title')} withCloseButton={false}>
      <Text c="dimmed">{t('sessions.expired.text')}</Text>
      <Group justify="flex-end" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('sessions.expired.cancel')}
        </Button>
        <Button onClick={confirm}>{t('sessions.expired.confirm')}</Button>
      </Group>
    </Modal>
  );
}
