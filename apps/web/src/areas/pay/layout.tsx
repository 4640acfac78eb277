import { Link, Outlet } from 'react-router';
import { ColourSchemeButton } from '../../ui/buttons/colour-scheme-button.tsx';
import { LanguageMenu } from '../../ui/buttons/language-menu.tsx';
import { Wordmark } from '../../ui/layout/wordmark.tsx';
import classes from './layout.module.css';

/** What payment pages stand in, in a browser or in a wallet: the shop's name, and nothing that leads astray. */
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
    </div>
  );
}
