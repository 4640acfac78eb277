import { test } from '@playwright/test';
import { installing } from '../../pages/install-journeys.ts';

test.use({ serviceWorkers: 'allow' });

installing();
