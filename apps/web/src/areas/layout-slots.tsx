import {
  IconBell,
  IconLayoutDashboard,
  IconPackageImport,
  IconSettings,
  IconSpeakerphone,
} from '@tabler/icons-react';
import { lazy, type ComponentType, useState, type ComponentProps } from 'react';
import { AfterContent, BlockBoundary } from '../ui/messages/block-boundary.tsx';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { useIsAgent, useIsSupplier } from '../features/agents/use-agent.ts';
import { Link } from 'wouter';
import { storedState, useStored, useIsSandbox } from '../lib/stored/stored-state.ts';
import classes from './client/layout.module.css';
import type { AnnouncementPosition } from '@portside/contract';
import { DrawnAnnouncement } from '../features/announcements/drawn-announcement.tsx';
import { withTexts } from '../locales/language.ts';
import { useBrandText } from '../lib/browser/page-data.ts';

/** A page works without it where its code does not load. */
const CartEntry = lazy<ComponentType>(() =>
  import('../features/orders/cart/cart-link.tsx').catch(() => ({ default: () => null })),
);

/** The header's way to the cart. First among its parts, so that it moves none of them when it comes. */
export const CartSlot = () => (
  <AfterContent>
    <CartEntry />
  </AfterContent>
);

/** If there were no page they may open, the guard would sign them out. */
const useMayEnter = (): boolean =>
  useStored((s) => s.user?.isAdmin === true && s.permissions.menus.length > 0);

/** The header's link to the back office, for admins; an icon on narrow screens. */
export function BackOfficeLink() {
  const { t } = useTranslation();
  const mayEnter = useMayEnter();
  if (!mayEnter) return null;
  const name = t('shell.nav.backOffice');
  return (
    <Link to="/admin" className={classes.link} aria-label={name} title={name}>
      <IconLayoutDashboard size={18} stroke={1.7} aria-hidden />
      <span className={classes.name}>{name}</span>
    </Link>
  );
}

/** Menu links: to the user's notices, and those of admins and agents. */
export function RoleMenuLinks({ area }: { area: '/client' | '/mobile' }) {
  const { t } = useTranslation();
  const mayEnter = useMayEnter();
  const { data: isAgent } = useIsAgent();
  const { data: isSupplier } = useIsSupplier();
  const unread = useStored((s) => s.notices);
  return (
    <>
      <Link to={`${area}/notices`}>
        <IconBell size={17} stroke={1.7} />
        {t('shell.notices', { count: unread })}
      </Link>
      {mayEnter && (
        <Link to="/admin">
          <IconSettings size={17} stroke={1.7} />
          {t('shell.nav.backOffice')}
        </Link>
      )}
      {isAgent && (
        <Link to={`${area}/agent`}>
          <IconSpeakerphone size={17} stroke={1.7} />
          {t('shell.nav.agent')}
        </Link>
      )}
      {isSupplier && (
        <Link to={`${area}/supplier`}>
          <IconPackageImport size={17} stroke={1.7} />
          {t('shell.nav.supplier')}
        </Link>
      )}
    </>
  );
}

/** Loads after the page's content: few pages have an announcement. */
const AnnouncementBar = lazy(() => import('../features/announcements/announcement-bar.tsx'));

/** Shows the announcements for one position. The one in the page's first HTML stays until they have loaded. */
export const AnnouncementSlot = import.meta.env.SSR ? DrawnAnnouncement : LoadedAnnouncement;

function LoadedAnnouncement({ position }: { position: AnnouncementPosition }) {
  const [drawn] = useState(() => copyDrawn(position));
  const before = drawn && <div inert ref={(place) => place?.replaceChildren(drawn)} />;
  return (
    <BlockBoundary fallback={null}>
      <AfterContent before={before}>
        <AnnouncementBar position={position} before={before} />
      </AfterContent>
    </BlockBoundary>
  );
}

/** The bar of the first announcement in the page's HTML that the reader has not put away; null if there is none. */
function copyDrawn(position: AnnouncementPosition): Node | null {
  const { lang } = document.documentElement;
  for (const bar of document.querySelectorAll<HTMLElement>(`[data-announcement=${position}][data-id]`))
    if (!storedState().announcementsPutAway.includes(bar.dataset.id!)) {
      const copy = bar.cloneNode(true) as HTMLElement;
      copy.hidden = false;
      // The HTML may be in another language than the reader chose: then it keeps the place, unread.
      if (copy.lang !== lang) copy.style.opacity = '0';
      return copy;
    }
  return null;
}

const SandboxWallet = lazy(withTexts('service', () => import('../features/sandbox/sandbox-wallet.tsx')));

/** The sandbox's wallet with test money. A production shop shows none, and never loads its code. */
export function SandboxSlot(props: ComponentProps<typeof SandboxWallet>) {
  const isSandbox = useIsSandbox();
  if (!isSandbox) return null;
  return (
    <AfterContent>
      <SandboxWallet {...props} />
    </AfterContent>
  );
}

/**
 * The operator's own lines at the end of a page: footer, contact, legal name. Nothing where they wrote none. `as`: a
 * footer of its own, where the page has no other.
 */
export function FooterTexts({ as: Place = 'div' }: { as?: 'div' | 'footer' }) {
  const language = useLanguage();
  const lines = [
    useBrandText('footer', language),
    useBrandText('contact', language),
    useBrandText('legal_name', language),
  ].filter((line) => line !== '');
  if (lines.length === 0) return null;
  return (
    <Place className={classes.footerTextsTexts}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </Place>
  );
}
