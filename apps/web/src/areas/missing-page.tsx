import { Button, TextInput } from '@mantine/core';
import { IconBuildingWarehouse, IconHeadset, IconHome, IconSearch, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import { currentArea } from '../lib/browser/current-area.ts';
import { ownPath } from '../lib/browser/own-path.ts';
import { useIsAt, useLocation, useNavigate, useSearchParams } from '../lib/router/hooks.ts';
import { Link } from '../lib/router/link.tsx';
import { useStored } from '../lib/stored/stored-state.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { Notice } from '../ui/messages/notice.tsx';
import { AnchorPicture } from '../ui/pictures/anchor.tsx';
import { CompassPicture } from '../ui/pictures/compass.tsx';
import classes from './missing-page.module.css';

const LONGEST_SEARCH = 100;

/** Either there is no page at this address, or it is for admins only: both say so and lead on. */
export const Page = () => (useIsAt('/no-access') ? <NoAccess /> : <Missing />);

/** A search and links lead on; in the back office, a link to its first page. */
function Missing() {
  const { t } = useTranslation('service');
  const isInBackOffice = useLocation().pathname.toLowerCase().startsWith('/admin');
  return (
    <Notice
      picture={<CompassPicture />}
      title={t('missing.title')}
      text={t(isInBackOffice ? 'missing.textAdmin' : 'missing.text')}
      action={
        isInBackOffice ? (
          <Button component={Link} to="/admin" leftSection={<IconSettings size={18} />}>
            {t('missing.board')}
          </Button>
        ) : (
          <ShopLinks />
        )
      }
    />
  );
}

function ShopLinks() {
  const { t } = useTranslation('service');
  const area = currentArea();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  return (
    <div className={classes.ways}>
      <search>
        <form
          className={classes.search}
          onSubmit={(event) => {
            event.preventDefault();
            const query = text.trim() === '' ? '' : `?${new URLSearchParams({ q: text.trim() })}`;
            void navigate(`${area}/purchase-account${query}`);
          }}
        >
          <TextInput
            className={classes.field}
            type="search"
            aria-label={t('missing.search')}
            placeholder={t('missing.search')}
            leftSection={<IconSearch size={17} stroke={1.8} />}
            maxLength={LONGEST_SEARCH}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit">{t('missing.find')}</Button>
        </form>
      </search>
      <nav className={classes.links} aria-label={t('missing.title')}>
        <Button
          component={Link}
          variant="default"
          to={`${area}/purchase-account`}
          leftSection={<IconBuildingWarehouse size={18} stroke={1.7} />}
        >
          {t('missing.goods')}
        </Button>
        <Button component={Link} variant="default" to="/" leftSection={<IconHome size={18} stroke={1.7} />}>
          {t('missing.home')}
        </Button>
        <Button
          component={Link}
          variant="default"
          to="/docs/support"
          leftSection={<IconHeadset size={18} stroke={1.7} />}
        >
          {t('missing.support')}
        </Button>
      </nav>
    </div>
  );
}

/** Where the guard leads a buyer who opens a page for admins (`page`). They stay signed in. */
function NoAccess() {
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
