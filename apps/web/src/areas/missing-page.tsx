import { Button, TextInput } from '@mantine/core';
import {
  IconBuildingWarehouse,
  IconHeadset,
  IconHome,
  IconSearch,
  IconSettings,
  type Icon,
} from '@tabler/icons-react';
import { useState } from 'react';
import { currentArea } from '../lib/browser/current-area.ts';
import { ownPath } from '../lib/format/links.ts';
import { Link, useRoute } from 'wouter';
import { useEntry, useNavigate, useSearchParams } from '../lib/site-location.tsx';
import { useStored } from '../lib/stored/stored-state.ts';
import { usePunctuation } from '../locales/punctuation.ts';
import { useTranslation } from '../locales/use-translation.ts';
import { Notice } from '../ui/messages/callout.tsx';
import { AnchorPicture, CompassPicture } from '../ui/pictures/pictures.tsx';
import classes from './pages.module.css';
import { LONGEST_SEARCH } from '../features/goods/goods-filter.ts';

/** Shown if an address has no page, or one for admins only; offers a way on. */
export const Page = () => (useRoute('/no-access')[0] ? <NoAccess /> : <Missing />);

/** A search and links lead on; in the back office, a link to its first page. */
function Missing() {
  const { t } = useTranslation('service');
  const isInBackOffice = useEntry().pathname.toLowerCase().startsWith('/admin');
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
  const { t } = useTranslation(['service', 'translation']);
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
        <Way to={`${area}/purchase-account`} icon={IconBuildingWarehouse}>
          {t('missing.goods')}
        </Way>
        <Way to="/" icon={IconHome}>
          {t('translation:shell.nav.home')}
        </Way>
        <Way to="/docs/support" icon={IconHeadset}>
          {t('translation:shell.nav.support')}
        </Way>
      </nav>
    </div>
  );
}

type WayProps = { to: string; icon: Icon; children: string };

/** One of the links that lead on. */
const Way = ({ to, icon: Picture, children }: WayProps) => (
  <Button component={Link} variant="default" to={to} leftSection={<Picture size={18} stroke={1.7} />}>
    {children}
  </Button>
);

/** Where the guard leads a buyer who opens a page for admins (`page`). They stay signed in. */
function NoAccess() {
  const { t } = useTranslation(['service', 'translation']);
  const { sentences } = usePunctuation();
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
          : sentences(
              user ? t('noAccess.text', { name: user.username }) : t('noAccess.textUnnamed'),
              t('noAccess.stay'),
            )
      }
      action={
        <>
          {isAdmin ? (
            <Button component={Link} to="/admin" leftSection={<IconSettings size={18} />}>
              {t('missing.board')}
            </Button>
          ) : (
            <Button component={Link} to={`/login?${new URLSearchParams({ redirect: wanted })}`}>
              {t('noAccess.signIn')}
            </Button>
          )}
          <Way to="/" icon={IconHome}>
            {t('banned.toShop')}
          </Way>
          <Way to="/docs/support" icon={IconHeadset}>
            {t('translation:shell.nav.support')}
          </Way>
        </>
      }
    />
  );
}
