import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents } from './agents.ts';
import { app } from './app.ts';
import { claims } from './claims.ts';
import { delivery } from './delivery.ts';
import { banned, missing, noAccess } from './notices.ts';
import { profile } from './profile.ts';
import { reports } from './reports.ts';
import { security } from './security.ts';
import { statement } from './statement.ts';
import { support } from './support.ts';
import { trials } from './trials.ts';

export const catalogue: ServiceCatalogue = {
  agents,
  app,
  banned,
  claims,
  delivery,
  missing,
  noAccess,
  profile,
  reports,
  security,
  statement,
  support,
  trials,
};
