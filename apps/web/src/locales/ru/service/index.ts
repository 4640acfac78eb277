import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents } from './agents.ts';
import { app } from './app.ts';
import { warrantyClaims } from './warranty-claims.ts';
import { days } from './days.ts';
import { delivery } from './delivery.ts';
import { expired } from './expired.ts';
import { freshCode } from './fresh-code.ts';
import { banned, missing, noAccess } from './notices.ts';
import { profile } from './profile.ts';
import { reports } from './reports.ts';
import { reset } from './reset.ts';
import { security } from './security.ts';
import { statement } from './statement.ts';
import { support } from './support.ts';
import { trials } from './trials.ts';

export const catalogue: ServiceCatalogue = {
  agents,
  app,
  banned,
  warrantyClaims,
  days,
  delivery,
  expired,
  freshCode,
  missing,
  noAccess,
  profile,
  reports,
  reset,
  security,
  statement,
  support,
  trials,
};
