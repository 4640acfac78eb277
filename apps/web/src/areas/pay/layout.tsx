import { ColourSchemeButton, LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { Link } from '../../lib/router/link.tsx';
import { Outlet } from '../../lib/router/site-router.tsx';
import { Wordmark } from '../../ui/layout/logo.tsx';
import { FooterTexts } from '../footer-texts.tsx';
import classes from './layout.module.css';

/** Layout of the payment pages, in a browser or a wallet: the shop's name, and no other navigation. */
export function Page() {
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <div className={classes.bar}>
          <Link to="/" className={classes.brand}>
            <Wordmark />
          </Link>
          <LanguageMenu />
          <ColourSchemeButton />
        </div>
      </header>
      <main className={classes.content} tabIndex={-1}>
        <Outlet />
      </main>
      <FooterTexts as="footer" />
    </div>
  );
}
