import { tryingOut } from '../../pages/trial-journeys.ts';

tryingOut();
