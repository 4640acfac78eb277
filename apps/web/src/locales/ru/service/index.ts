import type { ServiceCatalogue } from '../../catalogue.ts';
import { agents } from './agents.ts';
import { claims } from './claims.ts';
import { delivery } from './delivery.ts';
import { banned, missing, noAccess } from './notices.ts';
import { reports } from './reports.ts';
import { security } from './security.ts';
import { statement } from './statement.ts';
import { support } from './support.ts';
import { trials } from './trials.ts';

export const catalogue: ServiceCatalogue = {
  agents,
  banned,
  claims,
  delivery,
  missing,
  noAccess,
  reports,
  security,
  statement,
  support,
  trials,
};
