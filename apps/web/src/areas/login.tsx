import { isShopWindow } from '@portside/contract/wire/page-paths';
import { IconEraser, IconPackages, IconSignature } from '@tabler/icons-react';
import { lazy, Suspense, useState, type ComponentType } from 'react';
import { useTranslation, useLanguage } from '../locales/use-translation.ts';
import { useMode } from '../features/sessions/sign-in/form-frame.tsx';
import { useRetentionDays } from '../features/settings/use-web-config.ts';
import { SupportContact } from '../features/support/support-contact.tsx';
import { AfterContent } from '../ui/messages/block-boundary.tsx';
import { useBrandText, useOwnTitle } from '../lib/browser/page-data.ts';
import { currentArea, useIsPhone } from '../lib/browser/current-area.ts';
import { useSearchParams, type Address } from '../lib/site-location.tsx';
import { Link } from 'wouter';
import { useOrderIntent } from '../lib/stored/order-intent.ts';
import { withTexts } from '../locales/language.ts';
import { ColourSchemeButton, LanguageMenu } from '../ui/buttons/language-menu.tsx';
import { HeroPicture } from '../ui/pictures/harbour.tsx';
import { Wordmark } from '../ui/layout/logo.tsx';
import { FooterTexts, AnnouncementSlot } from './layout-slots.tsx';
import classes from './login.module.css';

/** A component that suspends while its code loads, and renders at once if `load` has already loaded it. */
function loadable(loadPart: () => Promise<{ default: ComponentType }>) {
  let loaded: ComponentType | undefined;
  const Later = lazy(loadPart);
  function Loadable() {
    // Kept, because another type would start anew.
    const [Part] = useState<ComponentType>(() => loaded ?? Later);
    return <Part />;
  }
  const load = async (): Promise<void> => {
    loaded ??= (await loadPart()).default;
  };
  return Object.assign(Loadable, { load });
}

const LoginForm = loadable(() => import('../features/sessions/sign-in/login-form.tsx'));
const RegisterForm = lazy(
  withTexts('browse', () => import('../features/sessions/sign-in/register-form.tsx')),
);
const ResetForm = lazy(withTexts('service', () => import('../features/sessions/sign-in/reset-form.tsx')));
const InvitedForm = lazy(withTexts('service', () => import('../features/sessions/sign-in/invited-form.tsx')));

/** No suspense boundary around the lazy forms: the open form stays until the next one has loaded. */
const forms = { login: LoginForm, register: RegisterForm, reset: ResetForm, invited: InvitedForm };

/** Below the shop window, after its products. */
const FormBelow = lazy(() => import('../features/sessions/sign-in/login-form.tsx'));

/** For visitors on phones, who are sent here from the shop's front page. */
const ShopWindow = loadable(withTexts('browse', () => import('./shop-window.tsx')));
/** Needed only where an order waits for the sign-in. */
const IntentNote = lazy(withTexts('browse', () => import('./intent-note.tsx')));

/** Loads what the page's first HTML shows before the page opens: the shop window or the form. */
export async function prepare({ search }: Address): Promise<void> {
  const query = new URLSearchParams(search);
  const isWindow = currentArea() === '/mobile' && isShopWindow(query);
  if (isWindow) await ShopWindow.load();
  else if (!query.has('mode')) await LoginForm.load();
}

/** Sign-in, sign-up and reset; on a phone, visitors of the front page see the shop first. */
export function Page() {
  const { t } = useTranslation();
  const mode = useMode();
  useOwnTitle(mode === 'login' || mode === 'invited' ? null : t(`sessions.${mode}.title`));
  const Form = forms[mode];
  const isWindow = useIsWindow();
  const hasIntent = useOrderIntent() !== null;
  return (
    <div className={classes.page}>
      <Aside />
      <div className={classes.side}>
        <header className={classes.tools}>
          <Link to="/" className={classes.home}>
            <Wordmark />
          </Link>
          <LanguageMenu />
          <ColourSchemeButton />
        </header>
        <div className={classes.announcement}>
          {/* The shop window is a phone's home page. */}
          <AnnouncementSlot key={String(isWindow)} position={isWindow ? 'home' : 'login'} />
        </div>
        <main className={classes.form} tabIndex={-1} data-window={isWindow || undefined}>
          {isWindow && (
            <Suspense fallback={<div className={classes.windowPlace} />}>
              <ShopWindow />
            </Suspense>
          )}
          <div className={classes.narrow}>
            {!isWindow && hasIntent && (
              <Suspense>
                <IntentNote text="signIn" />
              </Suspense>
            )}
            {isWindow && !import.meta.env.SSR && <AnnouncementSlot position="login" />}
            {isWindow ? (
              <AfterContent before={<div className={classes.formPlace} />}>
                <FormBelow />
              </AfterContent>
            ) : (
              <Form />
            )}
          </div>
        </main>
        <footer className={classes.contact}>
          <SupportContact />
          <FooterTexts />
        </footer>
      </div>
    </div>
  );
}

function useIsWindow(): boolean {
  const [search] = useSearchParams();
  return useIsPhone() && isShopWindow(search);
}

function Aside() {
  const { t } = useTranslation();
  const headline = useBrandText('headline', useLanguage());
  const days = useRetentionDays();
  return (
    <aside className={classes.aside}>
      <HeroPicture className={classes.picture} />
      <Link to="/" className={classes.brand}>
        <Wordmark isOnDark />
      </Link>
      <p className={classes.claim} data-brand="headline">
        {headline || t('sessions.aside.title')}
      </p>
      <ul className={classes.points}>
        <li>
          <IconPackages size={20} stroke={1.6} />
          {t('sessions.aside.stock')}
        </li>
        <li>
          <IconSignature size={20} stroke={1.6} />
          {t('sessions.aside.signature')}
        </li>
        <li>
          <IconEraser size={20} stroke={1.6} />
          {t('sessions.aside.erase', { days, count: days })}
        </li>
      </ul>
    </aside>
  );
}
