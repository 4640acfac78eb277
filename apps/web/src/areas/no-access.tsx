import { Button } from '@mantine/core';
import { IconHeadset, IconHome, IconSettings } from '@tabler/icons-react';
import { ownPath } from '../lib/browser/own-path.ts';
import { useSearchParams } from '../lib/router/hooks.ts';
import { Link } from '../lib/router/link.tsx';
import { useStored } from '../lib/stored/stored-state.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { AnchorPicture } from '../ui/pictures/anchor.tsx';

/** Where the guard leads a buyer who opens a page for admins (`page`). They stay signed in. */
export function Page() {
  const { t } = useTranslation('service');
  const user = useStored((s) => s.user);
  const [search] = useSearchParams();
  const wanted = ownPath(search.get('page')) ?? '/admin';
  const isAdmin = user?.isAdmin === true;
  return (
    <Notice
      picture={<AnchorPicture />}
      title={t('noAccess.title')}
      text={
        isAdmin
          ? t('noAccess.admin')
          : `${user ? t('noAccess.text', { name: user.username }) : t('noAccess.textUnnamed')} ${t('noAccess.stay')}`
      }
      action={
        <>
          {isAdmin ? (
            <Button component={Link} to="/admin" leftSection={<IconSettings size={18} />}>
              {t('noAccess.backOffice')}
            </Button>
          ) : (
            <Button component={Link} to={`/login?${new URLSearchParams({ redirect: wanted })}`}>
              {t('noAccess.signIn')}
            </Button>
          )}
          <Button component={Link} variant="default" to="/" leftSection={<IconHome size={18} stroke={1.7} />}>
            {t('noAccess.home')}
          </Button>
          <Button
            component={Link}
            variant="default"
            to="/docs/support"
            leftSection={<IconHeadset size={18} stroke={1.7} />}
          >
            {t('noAccess.support')}
          </Button>
        </>
      }
    />
  );
}
