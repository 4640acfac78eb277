import {
  useBrandLogo,
  useBrandWordmarks,
  useSiteName,
  type ShownWordmark,
} from '../../lib/browser/page-data.ts';
import { useLanguage } from '../../locales/use-translation.ts';
import classes from './logo.module.css';

/**
 * The operator's logo, or the built-in one: a sail that forms a P, water, and the red light that ships carry on their
 * port side. The server looks for `data-brand` in prerendered pages.
 */
export function Logo({ size = 30 }: { size?: number }) {
  const logo = useBrandLogo();
  if (logo !== null) return <img src={logo} width={size} height={size} alt="" />;
  return (
    <svg data-brand="logo" width={size} height={size} viewBox="0 0 32 32" aria-hidden>
      <rect width="32" height="32" rx="8.5" fill="light-dark(#0d2f4d, #1b4468)" />
      <path d="M13.2 6.5h3.6a6.4 6.4 0 0 1 0 12.8h-3.6z" fill="#fff" />
      <path
        d="M6 24c3.3 2.3 6.7 2.3 10 0s6.7-2.3 10 0"
        fill="none"
        stroke="#9cc3e4"
        strokeWidth="2"
        strokeLinecap="round"
      />
      <circle cx="8.8" cy="10" r="2.3" fill="#f26b3a" />
    </svg>
  );
}

/**
 * The operator's wordmark for the reader's colour scheme, or for an area that is dark in both; where there is none, the
 * logo and the shop's name. The logo also stands by for headers that are too narrow. The server draws the same (platform/pages/insert-head.ts).
 */
export function Wordmark({ isOnDark = false }: { isOnDark?: boolean }) {
  const { light = null, dark = null } = useBrandWordmarks() ?? {};
  const name = useSiteName(useLanguage());
  const draw = (one: ShownWordmark | null) =>
    one ? (
      <>
        <img data-wide src={one.address} width={one.width} height={30} alt={name} />
        <span data-compact>
          <Logo />
        </span>
      </>
    ) : (
      <>
        <Logo />
        <span>{name}</span>
      </>
    );
  if (isOnDark || (!light && !dark))
    return (
      <span className={classes.wordmark} data-brand={isOnDark ? 'wordmark-dark' : 'wordmark'}>
        {draw(isOnDark ? dark : null)}
      </span>
    );
  return (
    <>
      <span className={classes.wordmark} data-on="light">
        {draw(light)}
      </span>
      <span className={classes.wordmark} data-on="dark">
        {draw(dark)}
      </span>
    </>
  );
}
