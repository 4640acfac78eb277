import { Button } from '@mantine/core';
import { IconBrandTelegram } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSessionActions } from '../features/sessions/use-session-actions.ts';
import { useTelegram } from '../features/support/use-telegram.ts';
import { telegramLink } from '../lib/telegram-link.ts';
import { useThrottledAction } from '../lib/browser/use-throttled-action.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { AnchorPicture } from '../ui/pictures/anchor.tsx';
import { ThrottledButton } from '../ui/buttons/throttled-button.tsx';

export function Page() {
  const { t } = useTranslation();
  const telegram = useTelegram();
  const { signOut } = useSessionActions();
  const leave = useThrottledAction(signOut);
  return (
    <Notice
      picture={<AnchorPicture />}
      title={t('sessions.banned.title')}
      text={t('sessions.banned.text')}
      action={
        <>
          {telegram && (
            <Button
              component="a"
              href={telegramLink(telegram)}
              target="_blank"
              rel="noreferrer"
              leftSection={<IconBrandTelegram size={18} />}
            >
              {t('sessions.banned.support')}
            </Button>
          )}
          <ThrottledButton action={leave} variant="default">
            {t('sessions.banned.signOut')}
          </ThrottledButton>
        </>
      }
    />
  );
}
