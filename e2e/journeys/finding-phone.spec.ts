import { finding } from '../pages/finding-journeys.ts';

finding();
