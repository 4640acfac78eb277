import { Button } from '@mantine/core';
import { useTranslation } from '../locales/use-translation.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { Link } from '../lib/router/link.tsx';
import { CompassPicture } from '../ui/pictures/compass.tsx';

/** No page has this URL. */
export function Page() {
  const { t } = useTranslation();
  return (
    <Notice
      picture={<CompassPicture />}
      title={t('shell.missing.title')}
      text={t('shell.missing.text')}
      action={
        <Button component={Link} to="/">
          {t('shell.missing.home')}
        </Button>
      }
    />
  );
}
