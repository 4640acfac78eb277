import type { Goods } from '@portside/contract';
import { titleOf } from '@portside/contract/wire/page-paths';
import { Button } from '@mantine/core';
import { IconClockHour4, IconMail, IconWallet } from '@tabler/icons-react';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { useInvitingAgent } from '../features/agents/use-agent.ts';
import { GoodsFilterBar } from '../features/goods/goods-filter-bar.tsx';
import { GoodsList } from '../features/goods/goods-list.tsx';
import { useBrandText, useOwnTitle } from '../lib/browser/page-data.ts';
import { useNavigate, useSearchParams } from '../lib/site-location.tsx';
import { Link } from 'wouter';
import { findIntentFor, keepIntent } from '../lib/stored/order-intent.ts';
import { BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { HeroPicture } from '../ui/pictures/harbour.tsx';
import classes from './shop-window.module.css';

/** As many as two screens of a phone hold. */
const FIRST_ROWS = 8;

/**
 * What a visitor on a phone sees of the shop before they sign up: who invites them, what is sold, what they need. The
 * list is filtered by what they came for (`useGoodsFilter`), and signing up leads to the same list.
 */
export default function ShopWindow() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const agent = useInvitingAgent();
  const language = useLanguage();
  const headline = useBrandText('headline', language) || t('browse.window.title');
  const lede = useBrandText('lede', language);
  useOwnTitle(titleOf(headline));
  const form = (mode: 'register' | 'login') => {
    const next = new URLSearchParams(search);
    next.set('mode', mode);
    return `/login?${next}`;
  };
  /** Signs up first and returns to the product, with what was typed for it before. */
  const buy = ({ id, name, slug }: Goods) => {
    const path = `/product/${slug}`;
    const typed = findIntentFor(id) ?? { entry: null, quantity: null, gender: null, email: null };
    keepIntent({ ...typed, goodsId: id, name, path });
    void navigate(`/login?mode=register&redirect=${encodeURIComponent(path)}`);
  };
  return (
    <div className={classes.window}>
      <section className={classes.hero}>
        <HeroPicture className={classes.picture} />
        {/* Empty until the agent is known: `start.js` says whether one is to be expected. */}
        {(agent !== null || import.meta.env.SSR) && (
          <p className={classes.invited}>
            {agent && t('browse.window.invited', { name: agent.platform_name })}
          </p>
        )}
        <h1 className={classes.title} data-brand="headline">
          {headline}
        </h1>
        {/* Empty in the build: the server writes the shop's own text into the first HTML. */}
        <p className={classes.lede} data-brand="lede">
          {lede}
        </p>
        <div className={classes.actions}>
          <Button component={Link} to={form('register')} color="signal.6">
            {t('shell.join')}
          </Button>
          <Button component={Link} to={form('login')} className={classes.second}>
            {t('sessions.signIn')}
          </Button>
        </div>
      </section>
      <section>
        <h2>{t('browse.window.list')}</h2>
        <GoodsFilterBar />
        <BlockBoundary>
          <GoodsList onBuy={buy} portion={FIRST_ROWS} />
        </BlockBoundary>
      </section>
      <Needs joinPath={form('register')} />
    </div>
  );
}

function Needs({ joinPath }: { joinPath: string }) {
  const { t } = useTranslation();
  return (
    <section className={classes.needs}>
      <h2>{t('browse.window.needTitle')}</h2>
      <ul>
        <li>
          <IconMail size={20} stroke={1.6} aria-hidden />
          {t('browse.window.needEmail')}
        </li>
        <li>
          <IconWallet size={20} stroke={1.6} aria-hidden />
          {t('browse.window.needUsdt')}
        </li>
        <li>
          <IconClockHour4 size={20} stroke={1.6} aria-hidden />
          {t('browse.window.needTime')}
        </li>
      </ul>
      <Button component={Link} to={joinPath} color="signal.6" fullWidth size="md">
        {t('shell.join')}
      </Button>
    </section>
  );
}
